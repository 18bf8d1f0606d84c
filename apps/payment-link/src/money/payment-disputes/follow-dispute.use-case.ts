import { Injectable } from '@nestjs/common';
import type { DisputeEventPayload, DisputeStatus } from '@towpath/contracts';
import type { DisputeId, PaymentId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { OpenLedgerAccounts } from '../ledger/open-ledger-accounts.use-case.js';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import { DisputeHold } from './domain/dispute-hold.js';
import { limitsOf } from './domain/dispute-limits.js';
import type { DisputeHoldState } from './domain/dispute-hold.transitions.js';
import { PaymentDisputeRepository } from './persistence/payment-dispute.repository.js';
import { RaiseDisputes } from './raise-disputes.use-case.js';

const HOLDS: Readonly<Record<DisputeStatus, DisputeHoldState>> = {
  UNKNOWN: 'HELD',
  ACTION_REQUIRED: 'HELD',
  UNDEFENDED: 'HELD',
  PROCESSING: 'HELD',
  WON: 'RELEASED',
  ACCEPTED: 'SETTLED',
  LOST: 'SETTLED',
};

/**
 * Books the money of a dispute by its status: held, released to the customer app, or settled.
 * Refunds, returns and disputes never take more together than was paid.
 */
@Injectable()
export class FollowDispute {
  constructor(
    private readonly disputes: PaymentDisputeRepository,
    private readonly openLedgerAccounts: OpenLedgerAccounts,
    private readonly postTransfer: PostTransfer,
    private readonly raiseDisputes: RaiseDisputes,
  ) {}

  /**
   * Whether it moved anything.
   *
   * @param sequence of the event: each of its transfers is written once
   */
  async execute(tx: AppTx, dispute: DisputeEventPayload, sequence: number): Promise<boolean> {
    const paymentId = dispute.payment_id as PaymentId;
    const disputeId = dispute.dispute_id as DisputeId;
    const money = await this.disputes.lock(tx, { paymentId, disputeId });
    if (!money) throw new Error(`payment ${paymentId} of dispute ${disputeId} was not executed`);
    const { recipientAccountId, currency } = money;
    const terms = { disputeId, customerAppId: tx.customerApp.id, paymentId };
    const hold =
      money.hold ?? DisputeHold.start({ ...terms, recipientAccountId, currency }, tx.now);
    const to = HOLDS[dispute.status];
    const { amount, currency: disputed, fee_amount: fee } = dispute;
    const limits = limitsOf({ amount, currency: disputed, fee }, money);
    const postings = hold.follow({ to, ...limits, at: tx.now });
    const batch = new WriteBatch();
    if (hold.isNew) {
      const books = { accountId: recipientAccountId, currencies: [currency], openingBalance: null };
      await this.openLedgerAccounts.execute(tx, batch, books);
    }
    const { snapshot } = hold;
    this.disputes.save(batch, hold);
    const elsewhere = money.heldElsewhere + money.settledElsewhere;
    this.disputes.saveTotal(batch, snapshot, elsewhere + snapshot.money.amount);
    for (const posting of postings) {
      this.postTransfer.execute(tx, batch, {
        ...posting,
        accountId: recipientAccountId,
        currency,
        paymentId,
        refundId: null,
        dispute: { disputeId, sequence },
      });
    }
    tx.write(batch);
    await this.raiseDisputes.execute(tx, paymentId);
    return hold.changes.length > 0 || postings.length > 0;
  }
}
