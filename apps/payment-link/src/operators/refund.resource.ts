import { Injectable } from '@nestjs/common';
import { errorAt, seenBy } from '@towpath/contracts/operator';
import { RefundResponse } from '@towpath/contracts/payment-link';
import { OperatedResource, type StoryReads } from '@towpath/service';
import { refunds, type RefundSnapshot } from '../money/refunds/refund.table.js';
import { RefundsReads } from '../money/refunds/refunds.reads.js';
import { notesAbout } from './gateway-talks.js';
import { ledgerEntries } from './ledger-entries.js';
import { relatedTo } from './related.js';
import { storyEntry } from './story-entries.js';

/** Refunds for operators. They have no reference of their own: their payments have. */
@Injectable()
export class RefundResource extends OperatedResource<RefundSnapshot> {
  readonly kind = 'refund';
  readonly table = refunds;
  readonly view = seenBy(RefundResponse, {
    viewer: [
      'refund_id',
      'payment_id',
      'amount',
      'currency',
      'status',
      'origin',
      'payout_id',
      ...errorAt('error'),
      'created_at',
      'updated_at',
    ],
    operator: ['reason'],
  });
  override readonly idsBelow = [
    'SELECT refund_id FROM ledger_transfers WHERE ledger_transfer_id = :id',
  ];
  readonly columns = {
    createdAt: 'created_at',
    status: 't.status',
    amount: 't.amount',
    currency: 't.currency',
  };

  override readonly typedReasons = ['request'];

  constructor(private readonly reads: RefundsReads) {
    super();
  }

  searchedBy() {
    return undefined;
  }

  listed({ status, kind, amount, currency, createdAt, updatedAt }: RefundSnapshot) {
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, amount, currency, summary: kind, ...at };
  }

  body({ customerAppId, refundId }: RefundSnapshot) {
    return this.reads.get(customerAppId, refundId);
  }

  related({ customerAppId, paymentId, payoutId, facts }: RefundSnapshot) {
    return relatedTo(customerAppId, [
      ['payment', 'refunded payment', paymentId],
      ['payout', 'payout that sends it', payoutId],
      ['payment_user', 'payer', facts.userId],
      ['payment_link', 'payment link', facts.paymentLinkId],
    ]);
  }

  override async story(refund: RefundSnapshot, reads: StoryReads) {
    const { customerAppId: app, refundId, charge, failure } = refund;
    const ledger = await ledgerEntries(reads, app, { refundIds: [refundId] });
    if (!charge) return ledger;
    const asked = storyEntry({
      at: refund.createdAt,
      entry: 'QUESTION',
      title: `refund at ${charge.integrationId}`,
      reason: failure?.explanation,
      details: {
        connector: charge.connector,
        charge: charge.reference,
        gateway_reference: charge.gatewayReference,
        gateway_account: charge.gatewayAccount,
        failure: failure?.code,
        follow_ups: refund.followUpsAsked,
        next_follow_up: refund.followUpAt,
      },
    });
    const references = [charge.reference];
    return [asked, ...(await notesAbout(reads, { app, references, refundId })), ...ledger];
  }
}
