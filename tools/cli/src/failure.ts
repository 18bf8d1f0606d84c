import { TowpathError } from '@towpath/sdk';

/** The command line or the environment is wrong: nothing was requested. */
export class UsageError extends Error {}

/** What was requested cannot be done. */
export class Refusal extends Error {}

export interface Failure {
  /** 1: refused or failed; 2: wrong command line. */
  readonly exitCode: 1 | 2;
  readonly text: string;
  readonly document: object;
}

const ADVICE: Readonly<Record<string, string>> = {
  NOT_A_TEST_APP: 'This command works for test apps only.',
  INSUFFICIENT_SCOPE: 'Give the app this scope, or use another app.',
  UNAUTHORIZED: 'Check TOWPATH_CLIENT_ID and TOWPATH_CLIENT_SECRET.',
  WEBHOOK_EVENT_NOT_FOUND: 'Take an ID that listen or trigger printed.',
};

/** What a person and what a program reads about a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TowpathError) return refused(error);
  const message = describe(error);
  const exitCode = error instanceof UsageError ? 2 : 1;
  return { exitCode, text: `towpath: ${message}`, document: { error: { message } } };
}

function refused(error: TowpathError): Failure {
  const { status, errorCode, requestId, message } = error;
  const advice = ADVICE[errorCode];
  const lines = [
    `towpath: ${message}`,
    ...(advice ? [advice] : []),
    `error_code ${errorCode}, status ${status}, request ID ${requestId || 'unknown'}`,
  ];
  const said = { message, error_code: errorCode, status, request_id: requestId };
  return { exitCode: 1, text: lines.join('\n  '), document: { error: said } };
}

/** The cause of a lost connection is what helps; `fetch` itself only says that it failed. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'There was no answer in time.';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return `Nothing answers at this address (${causeText(cause)}).`;
  return `${error.message}: ${causeText(cause) || code}`;
}

/** Node tries several addresses, and then has the reasons in a list. */
function causeText(cause: Error): string {
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return first instanceof Error ? first.message : String(first);
}
