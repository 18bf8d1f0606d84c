const decorated = (name) => `Decorator[expression.callee.name='${name}']`;

/** What makes a file one of a role, and the ends that its name may have. */
const ROLES = [
  { selector: decorated('Controller'), ends: ['controller.ts', '.consumer.ts'] },
  { selector: decorated('Module'), ends: ['.module.ts'] },
  { selector: decorated('Entity'), ends: ['.entity.ts', '.entities.ts'] },
  { selector: "CallExpression[callee.name='defineTable']", ends: ['.table.ts'] },
  {
    selector:
      ":matches(ClassDeclaration[superClass.name='Conversation'], CallExpression[callee.name='defineConversation'])",
    ends: ['.conversation.ts'],
  },
  { selector: 'ClassDeclaration[superClass.name=/^Due(Rows)?Job$/]', ends: ['.job.ts'] },
];

/** Files whose class has one public `execute`. */
const COMMAND_FILE = /\.(use-case|query)\.ts$/;
const EXECUTE = ":matches(MethodDefinition, TSAbstractMethodDefinition)[key.name='execute']";

/** The file of a class is named after the role of the class. */
export const fileRoles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      misnamed: 'Code of this role lives in a file named *{{ends}}.',
      lacksExecute: 'The class of a use case or query has a method `execute`.',
    },
  },
  create(context) {
    const misnamed = ROLES.filter(
      ({ ends }) => !ends.some((end) => context.filename.endsWith(end)),
    );
    const byRole = Object.fromEntries(
      misnamed.map(({ selector, ends }) => [
        selector,
        (node) =>
          context.report({ node, messageId: 'misnamed', data: { ends: ends.join(' or *') } }),
      ]),
    );
    if (!COMMAND_FILE.test(context.filename)) return byRole;
    let executes = false;
    return {
      ...byRole,
      [EXECUTE]: () => (executes = true),
      'Program:exit': (node) => {
        if (!executes) context.report({ node, messageId: 'lacksExecute' });
      },
    };
  },
};
