import type { ApiAnswer } from '@towpath/testing';
import type { Call, CallOutcome, DistributiveOmit } from '../evidence/evidence.js';

/** A call as its caller describes it; how it went is added by the journal. */
export type Intent = DistributiveOmit<Call, Recorded>;
type Recorded = 'outcome' | 'begin' | 'end' | 'http_status' | 'error_code' | 'seen_status';

export interface RecordedCall<T> {
  readonly outcome: CallOutcome;
  /** Absent when no answer came. */
  readonly answer?: ApiAnswer<T>;
}

/** What the caller takes from an answer. */
export interface Seen {
  readonly seen_status?: string;
  readonly payment_link_id?: string;
  readonly payment_id?: string;
  readonly login_identity_id?: string;
}

const FIRST_SERVER_ERROR = 500;

/** The callers' own history: their requests and the answers, nothing else. */
export class Journal {
  readonly calls: Call[] = [];
  /** When a call last got no answer, or one of 5xx; by the monotonic clock, ms. */
  lastErrorAt = -Infinity;
  private position = 0;

  /** Makes a call and writes down how it ended; never throws. */
  async record<T>(
    intent: Intent,
    call: () => Promise<ApiAnswer<T>>,
    seen: (body: T) => Seen,
  ): Promise<RecordedCall<T>> {
    const begin = this.next();
    const recorded = await outcomeOf(call);
    const { outcome, answer } = recorded;
    if (outcome === 'unknown') this.noteError();
    this.calls.push({
      ...intent,
      begin,
      end: this.next(),
      outcome,
      ...(answer && { http_status: answer.status, error_code: errorCodeOf(answer.body) }),
      ...(answer && outcome === 'acknowledged' && seen(answer.body)),
    } as Call);
    return recorded;
  }

  /** For calls that are not written down. */
  noteError(): void {
    this.lastErrorAt = performance.now();
  }

  private next(): number {
    this.position += 1;
    return this.position;
  }
}

async function outcomeOf<T>(call: () => Promise<ApiAnswer<T>>): Promise<RecordedCall<T>> {
  try {
    const answer = await call();
    if (answer.status === 200) return { outcome: 'acknowledged', answer };
    return { outcome: answer.status < FIRST_SERVER_ERROR ? 'refused' : 'unknown', answer };
  } catch {
    // No answer: the caller cannot know.
    return { outcome: 'unknown' };
  }
}

function errorCodeOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { error_code?: string } };
  return error?.error_code;
}
