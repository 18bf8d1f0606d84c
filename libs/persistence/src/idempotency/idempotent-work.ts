import type { AppTx } from '../transactions/tx.js';
import type { WriteBatch } from '../transactions/write-batch.js';
import type { StoredAnswer } from './idempotent-request.js';

/** The answer for a request, in the form that HTTP sends; `replayed`: that of an earlier copy. */
export class IdempotentOutcome {
  constructor(
    readonly answer: StoredAnswer,
    readonly replayed: boolean,
  ) {}

  get status(): number {
    return this.answer.status;
  }

  get text(): string {
    return this.answer.body;
  }

  get headers(): Readonly<Record<string, string>> {
    return { ...this.answer.headers, ...(this.replayed && { 'Idempotent-Replayed': 'true' }) };
  }
}

/** Lets an effect store its answer in its own write, which saves a round trip. */
export interface AnswerSlot {
  /** Adds the answer's row to the batch; does nothing when the request has no key. */
  include(batch: WriteBatch, answer: StoredAnswer): void;
}

export interface IdempotencyOptions {
  /**
   * The answer to store for a refusal that decides this request, for example a declined payment.
   * Undefined for validation errors, 401, 403, 429 and faults, after which a later copy may
   * succeed.
   */
  readonly refusal?: (error: unknown) => StoredAnswer | undefined;
}

/** Work that crosses a network call between two transactions. Its lease lasts as long as it does. */
export interface SteppedWork<P, L = undefined> extends IdempotencyOptions {
  /** Reads the input of `begin`, in the round trip that begins the transaction. It takes no lock. */
  read?(tx: AppTx): Promise<L>;
  /** First transaction: writes the attempt. Its result (plain JSON) is kept as recovery point. */
  begin(tx: AppTx, found: L | undefined): Promise<P>;
  /**
   * The remaining work, outside a transaction. After a crash it runs again from the same point, so
   * its calls must be repeatable. A last transaction calls `claim.finish`; otherwise the answer is
   * stored in a separate one.
   */
  resume(point: P, claim: Claim<P>): Promise<StoredAnswer>;
}

/** The running copy's hold on the request. It ends with its lease once its process is stopped. */
export interface Claim<P> {
  /** False for a repeat that took over after another worker had continued from this point. */
  readonly isFirst: boolean;
  /**
   * Stores the answer with the effect; without a key it does nothing. Throws `LeaseLost` when
   * another copy has taken over.
   */
  finish(tx: AppTx, answer: StoredAnswer): Promise<void>;
  /** Moves the recovery point on, in the transaction of a further step. Throws `LeaseLost`. */
  moveTo(tx: AppTx, point: P): Promise<void>;
}
