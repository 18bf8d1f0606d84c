import type { EnvelopeVariant, Operation, OperationOwner } from '@towpath/contracts';
import type { OperatorOperation } from '@towpath/contracts/operator';

/**
 * The permitted callers and the port of a route. `operation`: token of the operation's kind, public
 * port. `public`: anyone, public port. `internal`: service token, internal port. `operator`: service
 * token of the gateway with the claim of an operator, port for operators. `internal-open`: the
 * handler authenticates, internal port. `probe`: anyone, every port.
 */
export type AccessKind =
  'operation' | 'public' | 'internal' | 'operator' | 'internal-open' | 'probe';

/** The class of an answer, or of each element when it is a list. */
export type ResponseClass = (new () => object) | readonly [new () => object];

export interface BodyRules {
  /** The body is a form and nothing else is accepted. */
  readonly form?: boolean;
  /** The body is `multipart/form-data` with one file, in this part, and nothing else is accepted. */
  readonly file?: string;
  /** Media types besides JSON, which the handler receives as a Buffer. */
  readonly accepts?: readonly string[];
  /** Keeps the bytes for `@RawBody()`, for signatures over the body. */
  readonly rawBody?: boolean;
  /** Bytes; 1 MiB when absent. */
  readonly limit?: number;
}

/** The access rules that a route declares. A route without rules stops the start. */
export interface RouteAccess {
  readonly kind: AccessKind;
  /** HTTP method and path with `:param` segments, as declared. */
  readonly method: string;
  readonly path: string;
  readonly envelope: EnvelopeVariant;
  readonly operation?: Operation;
  /** Of an `operator` route. */
  readonly operatorOperation?: OperatorOperation;
  readonly body?: BodyRules;
  /** Time in ms that the work may take when the caller sets no limit; 10 s when absent. */
  readonly budgetMs?: number;
  /** Class of the 200 answer. */
  readonly response?: ResponseClass;
  /** Services that may call an internal route; all when absent. */
  readonly callers?: readonly OperationOwner[];
  /** Of an internal route that only commands of operators call: its name in the audit. */
  readonly command?: string;
}

/** For whom routes are. Without a port of its own, `operator` is at the internal port. */
export type Audience = 'public' | 'internal' | 'operator';

const AUDIENCES: Readonly<Record<Exclude<AccessKind, 'probe'>, Audience>> = {
  operation: 'public',
  public: 'public',
  internal: 'internal',
  'internal-open': 'internal',
  operator: 'operator',
};

/** Whether the route is there for those who came in over a port for these. */
export function isOnPort({ kind }: RouteAccess, audiences: readonly Audience[]): boolean {
  return kind === 'probe' || audiences.includes(AUDIENCES[kind]);
}

/** `/payments/{payment_id}` → `/payments/:payment_id`. */
export function routePathOf(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1');
}
