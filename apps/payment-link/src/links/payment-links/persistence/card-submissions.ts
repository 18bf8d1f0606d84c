import { Injectable } from '@nestjs/common';
import { networkOf } from '@towpath/http';
import { DomainError, type PaymentAttemptId } from '@towpath/kernel';
import { KeyedHash, type AppTx } from '@towpath/persistence';
import { CONTENT_HASH_KEY } from '../../../persistence/key-purposes.js';
import { isLoopback } from './loopback.js';

/** Cards that one address may submit within an hour, over all links of a customer app. */
const MAX_PER_ADDRESS_AND_HOUR = 20;
const HOUR_S = 3_600;

const COUNT = `SELECT count(*) AS submitted,
    ceil(extract(epoch FROM min(submitted_at) - ($3::timestamptz - interval '1 hour')))::int
      AS retry_after_s
  FROM card_submissions
  WHERE customer_app_id = $1 AND address_hash = $2
    AND submitted_at > $3::timestamptz - interval '1 hour'`;

/** From where cards are submitted: who tries many of them is stopped. */
@Injectable()
export class CardSubmissions {
  constructor(private readonly hash: KeyedHash) {}

  /** Throws `RATE_LIMITED` when the address has used up its hour. */
  async note(
    tx: AppTx,
    submission: { readonly address: string; readonly attemptId: PaymentAttemptId },
  ): Promise<void> {
    const { address, attemptId } = submission;
    if (isLoopback(address)) return;
    const addressHash = this.hash.hash(CONTENT_HASH_KEY, `address ${networkOf(address)}`);
    // Asked together, answered in turn: whoever counts must see what others of this address added.
    const [, [row]] = await Promise.all([
      tx.prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${tx.customerApp.id} ${addressHash}`,
      ]),
      tx.prepared<{ submitted: number; retry_after_s: number | null }>(COUNT, [
        tx.customerApp.id,
        addressHash,
        tx.systemNow,
      ]),
      // Of one that is refused below nothing stays: the transaction is rolled back.
      tx.prepared(
        `INSERT INTO card_submissions (customer_app_id, attempt_id, address_hash, submitted_at)
         VALUES ($1, $2, $3, $4)`,
        [tx.customerApp.id, attemptId, addressHash, tx.systemNow],
      ),
    ]);
    if (row && row.submitted >= MAX_PER_ADDRESS_AND_HOUR) {
      throw new DomainError(
        'RATE_LIMITED',
        `An address may submit ${MAX_PER_ADDRESS_AND_HOUR} cards within an hour.`,
        { retryAfterSeconds: Math.max(1, row.retry_after_s ?? HOUR_S) },
      );
    }
  }
}
