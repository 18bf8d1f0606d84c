const MOST = 3;
/** A constructor takes its collaborators by injection; more than this many is a god object. */
const MAX_INJECTED = 7;
const PRIMITIVES = new Map([
  ['TSStringKeyword', 'string'],
  ['TSNumberKeyword', 'number'],
  ['TSBooleanKeyword', 'boolean'],
]);

/**
 * At most three positional parameters, and no two of one primitive type: those are swapped sooner
 * or later. Pass an object, or give one a type of its own.
 */
export const parameters = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      same: 'Two positional parameters are both {{type}}: pass an object, or brand one.',
      many: 'At most {{most}} positional parameters ({{count}} here): pass an object.',
    },
  },
  create(context) {
    function check(node) {
      const isConstructor = node.parent?.kind === 'constructor';
      const most = isConstructor ? MAX_INJECTED : MOST;
      const count = node.params.length;
      if (count > most) context.report({ node, messageId: 'many', data: { most, count } });
      const seen = new Set();
      for (const parameter of node.params) {
        const inner = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
        const target = inner.type === 'AssignmentPattern' ? inner.left : inner;
        const type = PRIMITIVES.get(target.typeAnnotation?.typeAnnotation?.type);
        if (type && seen.has(type)) {
          context.report({ node: parameter, messageId: 'same', data: { type } });
        }
        if (type) seen.add(type);
      }
    }
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
      TSDeclareFunction: check,
      TSEmptyBodyFunctionExpression: check,
    };
  },
};
