const decorated = (name) => `Decorator[expression.callee.name='${name}']`;

/** What makes a file one of a role, and the ends that its name may have. */
const ROLES = [
  { selector: decorated('Controller'), ends: ['controller.ts', '.consumer.ts'] },
  { selector: decorated('Module'), ends: ['.module.ts'] },
  { selector: "CallExpression[callee.name='defineTable']", ends: ['.table.ts'] },
  {
    selector:
      ":matches(ClassDeclaration[superClass.name='Conversation'], CallExpression[callee.name='defineConversation'])",
    ends: ['.conversation.ts'],
  },
  { selector: 'ClassDeclaration[superClass.name=/^Due(Rows)?Job$/]', ends: ['.job.ts'] },
];

/** The file of a class is named after the role of the class. */
export const fileRoles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      misnamed: 'Code of this role lives in a file named *{{ends}}.',
    },
  },
  create(context) {
    const misnamed = ROLES.filter(
      ({ ends }) => !ends.some((end) => context.filename.endsWith(end)),
    );
    return Object.fromEntries(
      misnamed.map(({ selector, ends }) => [
        selector,
        (node) =>
          context.report({ node, messageId: 'misnamed', data: { ends: ends.join(' or *') } }),
      ]),
    );
  },
};
