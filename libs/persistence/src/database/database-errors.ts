/** SQLSTATE of the error, when PostgreSQL raised it. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Name of the unique constraint or index that refused the write; undefined for other errors. */
export function uniqueViolation(error: unknown): string | undefined {
  if (sqlStateOf(error) !== '23505') return undefined;
  return (error as { constraint?: string }).constraint;
}

/** The database could not be reached or used: nothing is known to be wrong with the request. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the database is not available: ${reason}`, { cause });
  }
}

/**
 * An optimistic update met another state than it expected. The transaction runner starts the work
 * again with fresh data; it reaches the caller only when that did not help.
 */
export class ConcurrentChange extends Error {
  override readonly name = 'ConcurrentChange';

  constructor(table: string, key: Readonly<Record<string, unknown>>) {
    super(`update of ${table} ${JSON.stringify(key)} did not meet exactly one row`);
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/** True when running the whole transaction again may succeed: nothing was committed. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return (
    error instanceof ConcurrentChange ||
    state === SERIALIZATION_FAILURE ||
    state === DEADLOCK_DETECTED
  );
}

const IN_FAILED_TRANSACTION = '25P02';

/** An earlier statement of the transaction failed, so this one was not even tried. */
export function isFollower(error: unknown): boolean {
  return sqlStateOf(error) === IN_FAILED_TRANSACTION;
}

const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * True if a migration changed the result of a statement that the connection had prepared; a new
 * connection prepares it again.
 */
export function isStalePlan(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown };
  return sqlStateOf(error) === FEATURE_NOT_SUPPORTED && /^cached plan must/.test(String(message));
}

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Connection lost (08), out of resources (53), server shutting down or statement cancelled by a
 * time-out (57), storage failure (58): the same work may succeed when the database is well again.
 */
export function isInfrastructureError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const state = sqlStateOf(error);
  if (state && ['08', '53', '57', '58'].includes(state.slice(0, 2))) return true;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && SOCKET_CODES.has(code)) return true;
  return (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered)/.test(
      message,
    )
  );
}
