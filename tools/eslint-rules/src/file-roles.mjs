const decorated = (name) => `Decorator[expression.callee.name='${name}']`;

/** What makes a class of a role, and the ends that the name of its file may have. */
const ROLES = [
  { selector: decorated('Controller'), ends: ['controller.ts', '.consumer.ts'] },
  { selector: decorated('Module'), ends: ['.module.ts'] },
  { selector: decorated('Entity'), ends: ['.entity.ts', '.entities.ts'] },
  {
    selector:
      "ClassBody:has(> PropertyDefinition[static=true][key.name='errors']):has(> MethodDefinition[key.name='execute'])",
    ends: ['.use-case.ts', '.query.ts'],
  },
];

/** The file of a class is named after the role of the class. */
export const fileRoles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { misnamed: 'A class of this role lives in a file named *{{ends}}.' },
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
