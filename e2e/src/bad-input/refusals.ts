import { errorCatalogue, type Operation } from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import type { ApiAnswer } from '@towpath/testing';

export interface Refusal {
  readonly operation: Pick<Operation, 'envelope'>;
  /** Any of these is right. */
  readonly codes: readonly ErrorCode[];
  /** What the details must start with. */
  readonly field?: string | undefined;
}

interface ErrorBody {
  readonly error?: Readonly<Record<string, unknown>> & { readonly error_code?: ErrorCode };
}

const MEMBERS = {
  E1: ['code', 'details', 'error_code', 'message', 'request_id', 'type'],
  E2: ['code', 'details', 'error_code', 'message', 'request_id', 'type'],
  E3: ['details', 'error_code', 'message', 'request_id', 'type'],
} as const;
/** Nothing of the inside may be seen: no stack, no file, no statement. */
const INTERNAL = /\n\s+at |node_modules|\.[jt]s:\d|SELECT |INSERT |pg_|ECONNREFUSED/;

/** The fault of a refusal, in words; undefined if it is correct. */
export function faultOf(answer: ApiAnswer, expected: Refusal): string | undefined {
  const { status, text, headers } = answer;
  const { error } = (answer.body ?? {}) as ErrorBody;
  const said = `${status} ${text.slice(0, 200)}`;
  if (!error?.error_code) return `no envelope: ${said}`;
  if (!expected.codes.includes(error.error_code)) {
    return `not ${expected.codes.join(' or ')}: ${said}`;
  }
  const known = errorCatalogue[error.error_code];
  if (status !== known.status) return `status is not ${known.status}: ${said}`;
  if (error['type'] !== known.type || error['message'] !== known.message) {
    return `not the words of the catalogue: ${said}`;
  }
  const members = Object.keys(error).toSorted().join();
  if (members !== MEMBERS[expected.operation.envelope].join()) {
    return `not an ${expected.operation.envelope} envelope: ${said}`;
  }
  if (error['request_id'] !== headers.get('x-request-id')) return `another request ID: ${said}`;
  if (expected.field !== undefined && !startsWith(error['details'], expected.field)) {
    return `does not name ${expected.field}: ${said}`;
  }
  if (status === 401 && !headers.has('www-authenticate')) return `no WWW-Authenticate: ${said}`;
  return INTERNAL.test(text) ? `shows something internal: ${said}` : undefined;
}

function startsWith(details: unknown, field: string): boolean {
  return typeof details === 'string' && new RegExp(`^${field}(\\W|$)`).test(details);
}

/** Faults of many answers, each with what was sent; an empty list is what a spec expects. */
export class Faults {
  readonly list: string[] = [];

  add(sent: string, { answer, expected }: { answer: ApiAnswer; expected: Refusal }): void {
    const fault = faultOf(answer, expected);
    if (fault) this.list.push(`${sent}: ${fault}`);
  }
}
