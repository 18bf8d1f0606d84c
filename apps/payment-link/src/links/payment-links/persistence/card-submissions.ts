import { Injectable } from '@nestjs/common';
import { networkOf } from '@towpath/http';
import { DomainError, type PaymentAttemptId } from '@towpath/kernel';
import { byKey, KeyedHash, type AppTx, type WriteBatch } from '@towpath/persistence';
import { CONTENT_HASH_KEY } from '../../../persistence/key-purposes.js';

/** Cards that one address may submit within an hour, over all links of all customer apps. */
const MAX_PER_ADDRESS_AND_HOUR = 20;
const HOUR_S = 3_600;

/** Rows of other apps are visible to this function alone. */
const COUNT = byKey('SELECT submitted, retry_after_s FROM card_submissions_of($1)');

/** Submissions of one address within the hour. */
export interface OfAddress {
  readonly addressHash: string;
  readonly submitted: number;
  readonly retryAfterSeconds: number;
}

/** From where cards are submitted: who tries many of them is stopped. */
@Injectable()
export class CardSubmissions {
  constructor(private readonly hash: KeyedHash) {}

  /**
   * Locks the address until the transaction ends. One packet: the count begins after the lock and
   * includes commits of others. Null for an address without limit.
   */
  async lock(tx: AppTx, address: string | null): Promise<OfAddress | null> {
    if (address === null) return null;
    const addressHash = this.hash.hash(CONTENT_HASH_KEY, `address ${networkOf(address)}`);
    const [, [row]] = await Promise.all([
      tx.query(byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [addressHash]),
      tx.query<{ submitted: number; retry_after_s: number | null }>(COUNT, [addressHash]),
    ]);
    const retryAfterSeconds = Math.max(1, row?.retry_after_s ?? HOUR_S);
    return { addressHash, submitted: row?.submitted ?? 0, retryAfterSeconds };
  }

  /** Adds one to the batch. Throws `RATE_LIMITED` when the address has used up its hour. */
  add(
    tx: AppTx,
    batch: WriteBatch,
    { others, attemptId }: { readonly others: OfAddress; readonly attemptId: PaymentAttemptId },
  ): void {
    const { addressHash, submitted, retryAfterSeconds } = others;
    if (submitted >= MAX_PER_ADDRESS_AND_HOUR) {
      throw new DomainError(
        'RATE_LIMITED',
        `An address may submit ${MAX_PER_ADDRESS_AND_HOUR} cards within an hour.`,
        { retryAfterSeconds },
      );
    }
    batch.insert('card_submissions', {
      customer_app_id: tx.customerApp.id,
      attempt_id: attemptId,
      address_hash: addressHash,
      submitted_at: tx.systemNow,
    });
  }
}
