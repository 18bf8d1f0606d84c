import { Injectable } from '@nestjs/common';
import type { DisputeEventPayload, DisputeStatus } from '@towpath/contracts';
import type { DisputeId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import { byKey, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  DisputeHold,
  limitsOf,
  type ContestedPayment,
  type DisputePosting,
} from './dispute-hold.js';
import { disputeHolds } from './dispute-hold.table.js';
import type { DisputeHoldState } from './dispute-hold.transitions.js';
import { LedgerService } from '../ledger/ledger.service.js';

const HOLDS: Readonly<Record<DisputeStatus, DisputeHoldState>> = {
  UNKNOWN: 'HELD',
  ACTION_REQUIRED: 'HELD',
  UNDEFENDED: 'HELD',
  PROCESSING: 'HELD',
  WON: 'RELEASED',
  ACCEPTED: 'SETTLED',
  LOST: 'SETTLED',
};

/** The data of a payment that limits what a dispute may take. */
interface MoneyRow extends ContestedPayment {
  readonly recipientAccountId: PaymentAccountId;
  /** Whether a card processor keeps the money: then it lists its fee with what it settles. */
  readonly atProcessor: boolean;
  /** This dispute, when it is known. */
  readonly hold: object | null;
}

/** The money of a payment whose disputes lack some. Minor units. */
interface ShortRow {
  readonly free: number;
  readonly total: number;
  readonly atProcessor: boolean;
  readonly holds: object[];
}

/** Every dispute locks its payment first, as every refund does: it sees what another one holds. */
const LOCK = byKey(`SELECT 1 FROM payments
  WHERE customer_app_id = $1 AND payment_id = $2 AND status = 'EXECUTED' FOR UPDATE`);
const MONEY = byKey(`SELECT p.recipient_account_id AS "recipientAccountId", p.currency,
    p.at_processor AS "atProcessor",
    p.amount + p.surcharge_amount AS paid,
    (coalesce(p.amount_returned, 0) + p.refunds_total) AS "givenBack",
    coalesce((SELECT sum(amount) FROM payment_disputes d WHERE d.customer_app_id = $1
      AND d.payment_id = $2 AND d.dispute_id <> $3 AND d.status = 'HELD'), 0)::bigint
      AS "heldElsewhere",
    coalesce((SELECT sum(amount) FROM payment_disputes d WHERE d.customer_app_id = $1
      AND d.payment_id = $2 AND d.dispute_id <> $3 AND d.status = 'SETTLED'), 0)::bigint
      AS "settledElsewhere",
    (SELECT to_jsonb(d) FROM payment_disputes d
      WHERE d.customer_app_id = $1 AND d.dispute_id = $3) AS hold
  FROM payments p WHERE p.customer_app_id = $1 AND p.payment_id = $2`);

/** Oldest first. The caller has locked the payment before. */
const SHORT = byKey(`SELECT (p.amount + p.surcharge_amount - coalesce(p.amount_returned, 0)
      - p.refunds_total - p.disputed_total)::bigint AS free, p.disputed_total AS total,
    p.at_processor AS "atProcessor",
    (SELECT coalesce(jsonb_agg(to_jsonb(d) ORDER BY d.dispute_id), '[]') FROM payment_disputes d
      WHERE d.customer_app_id = $1 AND d.payment_id = $2
        AND d.status <> 'RELEASED' AND d.amount < d.asked) AS holds
  FROM payments p WHERE p.customer_app_id = $1 AND p.payment_id = $2`);

/**
 * Commands on the money of disputes in our books. Refunds, returns and disputes never take more of
 * a payment together than was paid.
 */
@Injectable()
export class DisputeHoldsService {
  constructor(private readonly ledger: LedgerService) {}

  /**
   * Books the money by the status of the dispute: held, released to the customer app, or settled.
   * Whether it moved anything.
   *
   * @param sequence of the event: each of its transfers is written once
   */
  async follow(tx: AppTx, dispute: DisputeEventPayload, sequence: number): Promise<boolean> {
    const paymentId = dispute.payment_id as PaymentId;
    const disputeId = dispute.dispute_id as DisputeId;
    const customerAppId = tx.customerApp.id;
    const executed = await tx.query(LOCK, [customerAppId, paymentId]);
    const [money] =
      executed.length > 0
        ? await tx.query<MoneyRow>(MONEY, [customerAppId, paymentId, disputeId])
        : [];
    if (!money) throw new Error(`payment ${paymentId} of dispute ${disputeId} was not executed`);
    const { recipientAccountId, currency, atProcessor } = money;
    const terms = { disputeId, customerAppId, paymentId, recipientAccountId, currency };
    const hold = money.hold
      ? DisputeHold.restore(disputeHolds.from(money.hold))
      : DisputeHold.start(terms, tx.now);
    const { amount, currency: disputed } = dispute;
    const fee = atProcessor ? 0 : dispute.fee_amount;
    const limits = limitsOf({ amount, currency: disputed, fee }, money);
    const postings = hold.follow({ to: HOLDS[dispute.status], ...limits, at: tx.now });
    const batch = new WriteBatch();
    if (hold.changes[0]?.from === null) {
      const books = { accountId: recipientAccountId, currencies: [currency], openingBalance: null };
      await this.ledger.openBooks(tx, batch, books);
    }
    disputeHolds.save(batch, hold);
    const elsewhere = money.heldElsewhere + money.settledElsewhere;
    saveTotal(batch, hold, elsewhere + hold.snapshot.amount);
    this.post(tx, batch, { hold, postings, sequence, atProcessor });
    tx.write(batch);
    await this.raise(tx, paymentId);
    return hold.changes.length > 0 || postings.length > 0;
  }

  /**
   * Raises disputes that have less than was disputed, when more of the payment becomes free: a
   * refund failed, or another dispute was won. The oldest dispute takes first. In the transaction
   * that freed the money and so has locked the payment.
   */
  async raise(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const [short] = await tx.query<ShortRow>(SHORT, [tx.customerApp.id, paymentId]);
    if (!short) return;
    const { atProcessor } = short;
    let { free, total } = short;
    const batch = new WriteBatch();
    const holds = short.holds.map((row) => DisputeHold.restore(disputeHolds.from(row)));
    for (const hold of holds) {
      const { amount: before } = hold.snapshot;
      const postings = hold.raise(before + free, tx.now);
      if (postings.length === 0) continue;
      disputeHolds.save(batch, hold);
      // No event of the dispute moves the money.
      this.post(tx, batch, { hold, postings, sequence: null, atProcessor });
      free -= hold.snapshot.amount - before;
      total += hold.snapshot.amount - before;
    }
    const [first] = holds;
    if (!first || total === short.total) return;
    saveTotal(batch, first, total);
    tx.write(batch);
  }

  /** The latest dispute of each payment that has one. */
  async latestOf(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, DisputeId>> {
    const rows = await tx.query<{ payment_id: PaymentId; dispute_id: DisputeId }>(
      byKey(`SELECT payment_id, max(dispute_id) AS dispute_id FROM payment_disputes
       WHERE customer_app_id = $1 AND payment_id = ANY ($2) GROUP BY payment_id`),
      [tx.customerApp.id, paymentIds],
    );
    return new Map(rows.map((row) => [row.payment_id, row.dispute_id]));
  }

  private post(tx: AppTx, batch: WriteBatch, posted: Posted): void {
    const { hold, postings, sequence, atProcessor } = posted;
    const { disputeId, paymentId, recipientAccountId: accountId, currency } = hold.snapshot;
    const dispute = { disputeId, sequence };
    const moved = { accountId, currency, paymentId, refundId: null, dispute, atProcessor };
    for (const posting of postings) this.ledger.post(tx, batch, { ...posting, ...moved });
  }
}

interface Posted {
  readonly hold: DisputeHold;
  readonly postings: readonly DisputePosting[];
  /** Null if no event of the dispute moves the money. */
  readonly sequence: number | null;
  readonly atProcessor: boolean;
}

/** The sum that all disputes of the payment hold or have taken, which no refund may return. */
function saveTotal(batch: WriteBatch, { snapshot }: DisputeHold, total: number): void {
  const key = { customer_app_id: snapshot.customerAppId, payment_id: snapshot.paymentId };
  batch.update('payments', key, { disputed_total: total });
}
