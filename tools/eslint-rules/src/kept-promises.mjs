const MESSAGE =
  'This promise is kept: until it is awaited, its failure would end the process. ' +
  'Wrap it in awaitedLater(…), or await it here.';
/** Calls whose result never rejects, or whose failure somebody handles. */
const HANDLING = new Set(['awaitedLater', 'allSettled', 'catch']);
/** Methods that put a value into a collection. */
const COLLECTING = new Set(['add', 'push', 'set', 'unshift']);
const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'PropertyDefinition',
]);

/**
 * A promise that is not awaited at once has no handler, and Node ends the process when it fails
 * before somebody asks. So each promise that is kept in a member, a collection or a variable goes
 * through `awaitedLater`, which gives it one. A variable may hold a promise until its next use when
 * nothing is awaited in between.
 */
export const keptPromises = {
  meta: { type: 'problem', schema: [], messages: { kept: MESSAGE } },
  create(context) {
    const services = context.sourceCode.parserServices;
    const waits = [];
    const kept = [];

    function keep(node, variable) {
      if (!isHandled(context, node)) kept.push({ node, variable });
    }
    return {
      AwaitExpression: (node) => waits.push(node),
      'ForOfStatement[await=true]': (node) => waits.push(node),
      YieldExpression: (node) => waits.push(node),
      'VariableDeclarator[id.type="Identifier"]'(node) {
        if (node.init) keep(node.init, context.sourceCode.getDeclaredVariables(node)[0]);
      },
      AssignmentExpression({ left, right, parent }) {
        if (parent.type === 'AwaitExpression') return;
        keep(right, left.type === 'Identifier' ? variableOf(context, left) : undefined);
      },
      PropertyDefinition({ value }) {
        if (value) keep(value);
      },
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== 'MemberExpression' || !COLLECTING.has(callee.property.name)) return;
        for (const each of given) if (each.type !== 'SpreadElement') keep(each);
      },
      'Program:exit'() {
        for (const { node, variable } of kept) {
          if (variable && isUsedAtOnce({ node, variable, waits })) continue;
          // Last, because the answer is expensive.
          if (mayReject(services, node)) context.report({ node, messageId: 'kept' });
        }
      },
    };
  },
};

function variableOf(context, identifier) {
  let scope = context.sourceCode.getScope(identifier);
  while (scope) {
    const found = scope.set.get(identifier.name);
    if (found) return found;
    scope = scope.upper;
  }
  return undefined;
}

/** A promise, or a list of promises, that is made here: a name alone was kept elsewhere. */
function mayReject(services, node) {
  const checker = services.program.getTypeChecker();
  const type = services.getTypeAtLocation(node);
  return holdsPromise(checker, type);
}

function holdsPromise(checker, type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => {
    if (part.getProperty('then') && part.getProperty('catch')) return true;
    if (!checker.isArrayType(part) && !checker.isTupleType(part)) return false;
    return checker.getTypeArguments(part).some((each) => holdsPromise(checker, each));
  });
}

function isHandled(context, node) {
  switch (node.type) {
    case 'CallExpression': {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
      if (HANDLING.has(name)) return true;
      if (name === 'then' && node.arguments.length > 1) return true;
      if (callee.type !== 'MemberExpression') return false;
      const made = node.arguments.at(-1);
      if ((name === 'map' || name === 'from') && made?.type === 'ArrowFunctionExpression') {
        return isHandled(context, made.body);
      }
      if (callee.object.name === 'Promise') return name === 'resolve';
      return name === 'finally' && isHandled(context, callee.object);
    }
    case 'ConditionalExpression':
      return isHandled(context, node.consequent) && isHandled(context, node.alternate);
    case 'LogicalExpression':
      return isHandled(context, node.left) && isHandled(context, node.right);
    case 'AwaitExpression':
      return true;
    case 'Identifier': {
      const variable = variableOf(context, node);
      if (variable?.references.some(({ identifier }) => isCaught(identifier))) return true;
      const definition = variable?.defs[0]?.node;
      return definition?.init ? isHandled(context, definition.init) : false;
    }
    case 'NewExpression':
      // An executor that takes `resolve` alone.
      return node.callee.name === 'Promise' && node.arguments[0]?.params?.length === 1;
    case 'ArrayExpression':
      return node.elements.every((each) => each && isHandled(context, each));
    case 'Literal':
      return true;
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return isHandled(context, node.expression);
    default:
      return false;
  }
}

/** `name.catch(…)`. */
function isCaught({ parent }) {
  return parent.type === 'MemberExpression' && parent.property.name === 'catch';
}

/** Whether nothing is awaited between this value of the variable and the use of it. */
function isUsedAtOnce({ node, variable, waits }) {
  const own = functionOf(node);
  const uses = variable.references
    .filter((each) => each.isRead() && each.identifier.range[0] > node.range[1])
    .map(({ identifier }) => identifier)
    .toSorted((a, b) => a.range[0] - b.range[0]);
  const [use] = uses;
  if (!use || functionOf(use) !== own) return false;
  const loop = loopOf(node, own);
  // The next turn of the loop finds the value of this one.
  if (loop && !within(variable.defs[0].node, loop) && waits.some((wait) => within(wait, loop))) {
    return false;
  }
  return !waits.some(
    (wait) =>
      functionOf(wait) === own &&
      wait.range[0] > node.range[1] &&
      wait.range[0] < use.range[0] &&
      !within(use, wait.type === 'ForOfStatement' ? wait.right : wait),
  );
}

function within(inner, outer) {
  return inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
}

function functionOf(node) {
  let at = node.parent;
  while (at && !FUNCTIONS.has(at.type)) at = at.parent;
  return at;
}

function loopOf(node, own) {
  let at = node.parent;
  while (at && at !== own) {
    if (LOOPS.has(at.type)) return at;
    at = at.parent;
  }
  return undefined;
}
