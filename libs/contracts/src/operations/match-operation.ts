import type { Operation } from './operation.js';

export interface OperationRequest {
  readonly method: string;
  readonly path: string;
}

export interface OperationMatch {
  readonly operation: Operation;
  /** Percent-decoded; never empty. */
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: Node;
  operation?: Operation;
}

/** A matcher over a tree of segments. Throws when two operations have the same method and shape. */
export function createMatcher(
  operations: readonly Operation[],
): (request: OperationRequest) => OperationMatch | undefined {
  const roots = new Map<string, Node>();
  for (const operation of operations) {
    const root = roots.get(operation.method) ?? newNode();
    roots.set(operation.method, root);
    insert(root, operation);
  }
  return ({ method, path }) => {
    const root = roots.get(method);
    if (!root || !path.startsWith('/')) return undefined;
    const segments = path.slice(1).split('/');
    const operation = find(root, segments);
    return operation && { operation, params: paramsOf(operation, segments) };
  };
}

function newNode(): Node {
  return { literals: new Map() };
}

function insert(root: Node, operation: Operation): void {
  let node = root;
  for (const segment of segmentsOf(operation)) node = child(node, segment);
  if (node.operation) {
    throw new Error(`${operation.id} and ${node.operation.id} have the same method and path`);
  }
  node.operation = operation;
}

function child(node: Node, segment: string): Node {
  if (isParameter(segment)) return (node.parameter ??= newNode());
  const next = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, next);
  return next;
}

function find(node: Node, [segment, ...rest]: readonly string[]): Operation | undefined {
  if (segment === undefined) return node.operation;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, rest);
  if (found) return found;
  return segment !== '' && node.parameter ? find(node.parameter, rest) : undefined;
}

function paramsOf(operation: Operation, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  segmentsOf(operation).forEach((segment, index) => {
    if (isParameter(segment)) params[segment.slice(1, -1)] = decoded(segments[index] ?? '');
  });
  return params;
}

/** A malformed escape is kept as sent: it is an unknown ID like any other. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

function segmentsOf({ path }: Operation): string[] {
  return path.slice(1).split('/');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}
