import { Injectable } from '@nestjs/common';
import { byValues, type Tx } from '@towpath/persistence';

import type { PartyName } from '../../parties/gateways.js';

export interface ClaimedCallback {
  readonly position: number;
  readonly gateway: PartyName;
  readonly reference: string;
  readonly url: string;
  readonly body: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly claimed_at: Date;
}

export interface Claim {
  readonly limit: number;
  readonly leaseMs: number;
  /** Call-backs of this app only; of all when absent. */
  readonly customerAppId?: string;
}

interface DeliveredCallback {
  readonly position: number;
  readonly status: number;
}

interface FailedAttempt {
  readonly position: number;
  readonly status: number | null;
  readonly error: string;
  readonly retryAfterMs: number;
}

const HEADS = `
  SELECT DISTINCT ON (gateway, reference) position FROM callbacks
  WHERE delivered_at IS NULL AND ($3::text IS NULL OR customer_app_id = $3)
  ORDER BY gateway, reference, position`;

/** The call-backs that are owed. Those of one reference leave strictly in their order. */
@Injectable()
export class CallbacksRepository {
  /** Claims due call-backs until the lease ends. */
  claim(tx: Tx, { limit, leaseMs, customerAppId }: Claim): Promise<ClaimedCallback[]> {
    return tx.query<ClaimedCallback>(
      byValues(`UPDATE callbacks SET attempts = attempts + 1,
         leased_until = now() + $2 * interval '1 millisecond'
       WHERE position IN (
         SELECT c.position FROM callbacks c
         WHERE c.position IN (${HEADS})
           AND c.delivered_at IS NULL AND c.due_at <= app_now(c.customer_app_id)
           AND c.next_attempt_at <= now() AND (c.leased_until IS NULL OR c.leased_until <= now())
         ORDER BY c.position LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING position, gateway, reference, url, body, attempts, now() AS claimed_at`),
      [limit, leaseMs, customerAppId ?? null],
    );
  }

  async recordDelivered(tx: Tx, { position, status }: DeliveredCallback): Promise<void> {
    await tx.query(
      byValues(`UPDATE callbacks SET delivered_at = now(), leased_until = NULL, last_status = $2,
         last_error = NULL
       WHERE position = $1`),
      [position, status],
    );
  }

  async recordFailed(tx: Tx, failed: FailedAttempt): Promise<void> {
    await tx.query(
      byValues(`UPDATE callbacks SET leased_until = NULL, last_status = $2, last_error = $3,
         next_attempt_at = now() + $4 * interval '1 millisecond'
       WHERE position = $1 AND delivered_at IS NULL`),
      [failed.position, failed.status, failed.error, failed.retryAfterMs],
    );
  }
}
