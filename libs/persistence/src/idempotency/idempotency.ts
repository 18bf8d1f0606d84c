import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitedLater, DomainError } from '@towpath/kernel';
import { Encryption } from '../encryption/encryption.js';
import { Transactions } from '../transactions/transactions.js';
import type { AppTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import type { ForgottenPayer } from './forgotten-payer.js';
import { IdempotencyRecords, LeaseLost, takenOver, type KeyState } from './idempotency-records.js';
import {
  scopeOf,
  type IdempotencyScope,
  type IdempotentRequest,
  type StoredAnswer,
} from './idempotent-request.js';
import {
  IdempotentOutcome,
  type AnswerSlot,
  type IdempotencyOptions,
  type SteppedWork,
} from './idempotent-work.js';

export interface IdempotencyTimes {
  /** Longest wait in ms of a copy for the first one's answer. */
  readonly waitMs: number;
  /** Time in ms after the last sign of a worker during which its claim excludes repeats. */
  readonly leaseMs: number;
}

type Effect = (tx: AppTx, slot: AnswerSlot) => Promise<StoredAnswer>;

/** The work of one transaction with a key, and its read beside the key's state. */
interface Try<T, L> {
  readonly read?: (tx: AppTx) => Promise<L> | undefined;
  readonly run: (tx: AppTx, state: KeyState, found: L | undefined) => Promise<T | 'busy'>;
}

const DEFAULT_TIMES: IdempotencyTimes = { waitMs: 5_000, leaseMs: 30_000 };
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 300;
/** Renewed three times while it lasts, so that one renewal may fail. */
const RENEWALS = 3;
const SHORTEST_PAUSE_MS = 50;

/** One effect for all copies of a request. Each method is the whole life of one request. */
export class Idempotency {
  private readonly records: IdempotencyRecords;

  constructor(
    private readonly transactions: Transactions,
    encryption: Encryption,
    private readonly times: IdempotencyTimes = DEFAULT_TIMES,
  ) {
    this.records = new IdempotencyRecords(encryption);
  }

  /**
   * Runs `effect` in a transaction and stores its answer in the same one. Errors: INVALID_REQUEST
   * (unusable key), IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_REQUEST_IN_PROGRESS, and the effect's own.
   */
  async once(
    request: IdempotentRequest,
    effect: Effect,
    options: IdempotencyOptions = {},
  ): Promise<IdempotentOutcome> {
    if (!hasKey(request)) {
      return this.transactions.forApp(request.customerAppId, async (tx) => {
        await tx.begun;
        return fresh(await effect(tx, { include: () => undefined }));
      });
    }
    const scope = scopeOf(request);
    const run = (tx: AppTx, state: KeyState) => this.runOnce(tx, state, { scope, effect });
    return this.untilFree(scope, { run }, options);
  }

  /** Runs work of several transactions; see `SteppedWork`. Errors as for `once`. */
  inSteps<P, L = undefined>(
    request: IdempotentRequest,
    work: SteppedWork<P, L>,
  ): Promise<IdempotentOutcome> {
    return hasKey(request) ? this.remembered(request, work) : this.unremembered(request, work);
  }

  /**
   * Removes an erased payer from stored answers. Repeats still receive an answer without another
   * effect.
   */
  forget(tx: AppTx, payer: ForgottenPayer): Promise<void> {
    return this.records.forget(tx, payer);
  }

  private async unremembered<P, L>(
    request: IdempotentRequest,
    work: SteppedWork<P, L>,
  ): Promise<IdempotentOutcome> {
    const point = await this.transactions.forApp(request.customerAppId, async (tx) => {
      const [found] = await Promise.all([work.read?.(tx), tx.begun]);
      return work.begin(tx, found);
    });
    const finish = async () => {};
    return fresh(await work.resume(point, { isFirst: true, finish, moveTo: finish }));
  }

  private async remembered<P, L>(
    request: IdempotentRequest & { readonly key: string },
    work: SteppedWork<P, L>,
    isAgain = false,
  ): Promise<IdempotentOutcome> {
    const scope = scopeOf(request);
    const run = (tx: AppTx, state: KeyState, found: L | undefined) =>
      this.claim(tx, state, { scope, begin: () => work.begin(tx, found) });
    const claimed = await this.untilFree(scope, { read: (tx) => work.read?.(tx), run }, work);
    if (claimed instanceof IdempotentOutcome) return claimed;
    const lease = {
      leaseMs: this.times.leaseMs,
      renew: () => this.prolong(scope, claimed.token),
    };
    try {
      return await whileLeased(lease, () => this.resume(scope, claimed, work));
    } catch (error) {
      if (!(error instanceof LeaseLost) || isAgain) throw error;
    }
    // This process stood still, and another copy took over: its answer is the answer of both.
    return this.remembered(request, work, true);
  }

  private prolong(scope: IdempotencyScope, token: string): Promise<boolean> {
    return this.transactions.forApp(scope.customerAppId, async (tx) => {
      await tx.begun;
      return this.records.prolong(tx, scope, { token, until: this.leaseEnd(tx) });
    });
  }

  /** Tries again in new transactions while another copy holds the key, for a limited time. */
  private async untilFree<T extends object, L = undefined>(
    scope: IdempotencyScope,
    { read, run }: Try<T, L>,
    options: IdempotencyOptions,
  ): Promise<T | IdempotentOutcome> {
    const deadline = performance.now() + this.times.waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      let found: T | IdempotentOutcome | 'busy';
      try {
        found = await this.transactions.forApp(scope.customerAppId, async (tx) => {
          const [state, given] = await Promise.all([
            this.records.lockAndLoad(tx, scope),
            read?.(tx),
          ]);
          return run(tx, state, given);
        });
      } catch (error) {
        const refusal = options.refusal?.(error);
        if (!refusal) throw error;
        found = await this.storeRefusal(scope, refusal);
      }
      if (found !== 'busy') return found;
      if (performance.now() >= deadline) {
        throw new DomainError(
          'IDEMPOTENCY_REQUEST_IN_PROGRESS',
          'A request with this Idempotency-Key is still being worked on.',
        );
      }
      await delay(randomInt(Math.ceil(pauseMs / 2), pauseMs + 1));
    }
  }

  private async runOnce(
    tx: AppTx,
    state: KeyState,
    { scope, effect }: { readonly scope: IdempotencyScope; readonly effect: Effect },
  ): Promise<IdempotentOutcome | 'busy'> {
    if (state.kind === 'answered') return new IdempotentOutcome(state.answer, true);
    if (state.kind !== 'unused') return 'busy';
    let included: StoredAnswer | undefined;
    const answer = await effect(tx, {
      include: (batch, given) => {
        included = given;
        batch.insert('idempotency_keys', this.records.answeredRow(tx, scope, given));
      },
    });
    if (!included) {
      const row = this.records.answeredRow(tx, scope, answer);
      tx.write(new WriteBatch().insert('idempotency_keys', row));
    }
    return fresh(included ?? answer);
  }

  /**
   * The effect was rolled back, and the key's lock with it. Another copy may have come to an answer
   * since: then that one counts for both.
   */
  private storeRefusal(
    scope: IdempotencyScope,
    refusal: StoredAnswer,
  ): Promise<IdempotentOutcome | 'busy'> {
    return this.transactions.forApp(scope.customerAppId, async (tx) => {
      const state = await this.records.lockAndLoad(tx, scope);
      return this.runOnce(tx, state, { scope, effect: () => Promise.resolve(refusal) });
    });
  }

  private async claim<P>(
    tx: AppTx,
    state: KeyState,
    { scope, begin }: { readonly scope: IdempotencyScope; begin(): Promise<P> },
  ): Promise<IdempotentOutcome | Claimed<P> | 'busy'> {
    if (state.kind === 'answered') return new IdempotentOutcome(state.answer, true);
    if (state.kind === 'busy') return 'busy';
    const lease = { token: randomUUID(), until: this.leaseEnd(tx) };
    if (state.kind === 'abandoned') {
      this.records.renew(tx, scope, lease);
      return { point: state.point as P, token: lease.token, isFirst: false };
    }
    const point = await begin();
    const row = this.records.claimedRow(tx, scope, { lease, point });
    tx.write(new WriteBatch().insert('idempotency_keys', row));
    return { point, token: lease.token, isFirst: true };
  }

  private async resume<P>(
    scope: IdempotencyScope,
    { point, token, isFirst }: Claimed<P>,
    work: Pick<SteppedWork<P>, 'resume' | 'refusal'>,
  ): Promise<IdempotentOutcome> {
    let finished = false;
    const finish = async (tx: AppTx, answer: StoredAnswer): Promise<void> => {
      await this.records.finish(tx, scope, { token, answer });
      tx.afterCommit(() => (finished = true));
    };
    const inApp = <T>(step: (tx: AppTx) => Promise<T>): Promise<T> =>
      this.transactions.forApp(scope.customerAppId, step);
    const finishAlone = (given: StoredAnswer) =>
      inApp((tx) => this.records.finish(tx, scope, { token, answer: given }));
    try {
      const answer = await work.resume(point, {
        isFirst,
        finish,
        moveTo: (tx, next) => this.records.moveTo(tx, scope, { token, point: next }),
      });
      if (!finished) await finishAlone(answer);
      return fresh(answer);
    } catch (error) {
      if (error instanceof LeaseLost || finished) throw error;
      const refusal = work.refusal?.(error);
      if (refusal) {
        await finishAlone(refusal);
        return fresh(refusal);
      }
      // A claim that cannot be released ends with its lease; the caller needs the first error.
      const held = await inApp((tx) => this.records.release(tx, scope, token)).catch(() => true);
      if (held) throw error;
      throw takenOver(scope, error);
    }
  }

  private leaseEnd(tx: AppTx): Date {
    return new Date(tx.systemNow.getTime() + this.times.leaseMs);
  }
}

interface Claimed<P> {
  readonly point: P;
  readonly token: string;
  readonly isFirst: boolean;
}

function fresh(answer: StoredAnswer): IdempotentOutcome {
  return new IdempotentOutcome(answer, false);
}

function hasKey(request: IdempotentRequest): request is IdempotentRequest & { key: string } {
  return request.key !== undefined;
}

/** Does the work and renews its lease meanwhile, until the work ends or the lease is lost. */
async function whileLeased<T>(
  { leaseMs, renew }: { readonly leaseMs: number; readonly renew: () => Promise<boolean> },
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const pauseMs = Math.max(leaseMs / RENEWALS, SHORTEST_PAUSE_MS);
  const keepRenewing = async (): Promise<void> => {
    for (let kept = true; kept;) {
      const { signal } = ended;
      const slept = await delay(pauseMs, true, { signal, ref: false }).catch(() => false);
      if (!slept) return;
      // A database that does not answer now may do so before the lease ends.
      kept = await renew().catch(() => true);
    }
  };
  const renewing = awaitedLater(keepRenewing());
  try {
    return await work();
  } finally {
    ended.abort();
    await renewing;
  }
}
