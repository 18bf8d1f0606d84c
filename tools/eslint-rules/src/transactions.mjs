const BEGINS = new Set(['forApp', 'asWorker']);
const TRANSACTIONS = new Set(['AppTx', 'WorkerTx', 'Tx']);

// With all connections lent, transactions would wait for a second one of each other.
const NESTED = 'A transaction begins inside another one; pass `tx` on, or begin after the commit.';
const BOTH =
  'A method takes the app and begins a transaction, or takes `tx` and joins it, not both.';

/**
 * Who takes `tx` joins it: such a function names no customer app besides, which is `tx.customerApp`,
 * and nothing inside it, or inside the work of a transaction, begins another one. What runs after
 * the commit may.
 */
export const transactions = {
  meta: { type: 'problem', schema: [], messages: { nested: NESTED, both: BOTH } },
  create(context) {
    return {
      ':function'(node) {
        const types = node.params.map(typeName);
        if (types.includes('AppTx') && types.includes('CustomerAppId')) {
          context.report({ node, messageId: 'both' });
        }
      },
      'CallExpression > MemberExpression.callee'(callee) {
        if (!BEGINS.has(callee.property.name)) return;
        const messageId = nestedIn(callee.parent);
        if (messageId) context.report({ node: callee, messageId });
      },
    };
  },
};

function nestedIn(call) {
  for (let node = call; node.parent; node = node.parent) {
    if (!node.params) continue;
    if (isArgumentOf(node, 'afterCommit')) return undefined;
    if ([...BEGINS].some((name) => isArgumentOf(node, name))) return 'nested';
    if (node.params.some((param) => TRANSACTIONS.has(typeName(param)))) return 'both';
  }
  return undefined;
}

function isArgumentOf(node, name) {
  const { parent } = node;
  return (
    parent.type === 'CallExpression' &&
    parent.arguments.includes(node) &&
    parent.callee.property?.name === name
  );
}

/** Of an annotated parameter, also with a default or destructured. */
function typeName(param) {
  const { typeAnnotation } = param.type === 'AssignmentPattern' ? param.left : param;
  const type = typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeReference' ? type.typeName.name : undefined;
}
