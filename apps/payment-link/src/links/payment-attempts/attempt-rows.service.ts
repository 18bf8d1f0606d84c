import { Injectable } from '@nestjs/common';
import type { PaymentAttemptId, PaymentLinkId } from '@towpath/kernel';
import { byKey, Encryption, type AppTx, type Lookup, type WriteBatch } from '@towpath/persistence';
import { CARD_TOKEN_KEY } from '../../persistence/key-purposes.js';
import { PaymentAttempt } from './payment-attempt.js';
import { paymentAttempts, type AttemptRow } from './payment-attempt.table.js';

const OPEN_ATTEMPT = byKey(`SELECT to_jsonb(a) AS row FROM payment_attempts a
  JOIN payment_links l
    ON l.customer_app_id = a.customer_app_id AND l.open_attempt_id = a.attempt_id
  WHERE l.customer_app_id = $1 AND l.payment_link_id = $2`);

/** The rows of attempts, which have the token of the card encrypted. Their link is the lock. */
@Injectable()
export class AttemptRowsService {
  constructor(private readonly encryption: Encryption) {}

  /** The attempt that occupies the link. */
  async openOf(tx: AppTx, linkId: PaymentLinkId): Promise<PaymentAttempt | null> {
    const found = await tx.query<{ row: unknown }>(OPEN_ATTEMPT, [tx.customerApp.id, linkId]);
    const [row] = paymentAttempts.rows(found);
    return row ? this.restored(row) : null;
  }

  lookup(attemptId: PaymentAttemptId): Lookup<PaymentAttempt | null> {
    return paymentAttempts.lookup({ attemptId }, (row) => this.restored(row));
  }

  /** The gateway of each of the attempts that there are. */
  async gatewaysOf(
    tx: AppTx,
    ids: readonly PaymentAttemptId[],
  ): Promise<ReadonlyMap<PaymentAttemptId, Pick<AttemptRow, 'integrationId' | 'connector'>>> {
    const rows = await paymentAttempts.findAll(tx, ids);
    return new Map(rows.map((row) => [row.attemptId, row]));
  }

  /** Adds an attempt, which may be new, or its changes. */
  save(batch: WriteBatch, { id, snapshot: { card, ...snapshot }, changes }: PaymentAttempt): void {
    const { token = '', ...shown } = card ?? {};
    const sealed = token && this.encryption.encrypt(CARD_TOKEN_KEY, token, tokenContext(id));
    const written = {
      ...snapshot,
      card: card && (shown as AttemptRow['card']),
      cardTokenSealed: sealed || null,
    };
    paymentAttempts.save(batch, { snapshot: written, changes });
  }

  private restored({ cardTokenSealed: sealed, ...row }: AttemptRow): PaymentAttempt {
    const context = tokenContext(row.attemptId);
    const token = row.card && sealed && this.encryption.decrypt(CARD_TOKEN_KEY, sealed, context);
    return PaymentAttempt.restore({
      ...row,
      card: row.card && { ...row.card, token: token ?? '' },
    });
  }
}

/** An attempt as pages show it: without the token of its card. */
export function shownAttempt(selected: unknown): PaymentAttempt {
  const row = paymentAttempts.from(selected);
  return PaymentAttempt.restore({ ...row, card: row.card && { ...row.card, token: '' } });
}

function tokenContext(attemptId: PaymentAttemptId): string {
  return `payment_attempts.card_token_sealed ${attemptId}`;
}
