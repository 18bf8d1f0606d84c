import { Injectable } from '@nestjs/common';
import { errorAt, seenBy, under, type SearchTerm } from '@towpath/contracts/operator';
import { PayoutResponse } from '@towpath/contracts/payment-link';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import { payouts, type PayoutSnapshot } from '../money/payouts/payout.table.js';
import { PayoutsReads } from '../money/payouts/payouts.reads.js';
import { ledgerEntries } from './ledger-entries.js';
import { relatedRows, relatedTo } from './related.js';
import { accountAt, FEES, settlementAccountAt } from './seen-parts.js';
import { storyEntry } from './story-entries.js';

/** Payouts for operators, with what their bank was asked and the ledger. */
@Injectable()
export class PayoutResource extends OperatedResource<PayoutSnapshot> {
  readonly kind = 'payout';
  readonly table = payouts;
  readonly view = seenBy(PayoutResponse, {
    viewer: [
      'payout_id',
      'status',
      'type',
      'amount',
      'currency',
      'live',
      'transaction_date',
      'transaction_time',
      'payment_details.external_transaction_reference',
      'payment_details.mandate_id',
      'payment_details.scheduled_date',
      'payment_details.estimated_arrival_time',
      'payment_details.processor_details.processor_id',
      'payment_details.processor_details.processor_reference',
      ...under('payment_details.references', [
        'recipient_reference',
        'service_transaction_reference',
        'bank_transaction_reference',
        'bank_additional_reference',
      ]),
      'sender.name',
      ...settlementAccountAt('sender_account'),
      'recipient.user_id',
      'recipient.user_type',
      ...accountAt('recipient_account'),
      ...FEES,
      ...errorAt('error'),
      'amount_returned',
      'returned_at',
      'return_reason',
      'created_at',
      'updated_at',
    ],
    operator: ['payment_details.description', 'recipient.external_user_id', 'recipient.name'],
  });
  override readonly idsBelow = [
    'SELECT payout_id FROM ledger_transfers WHERE ledger_transfer_id = :id',
  ];
  readonly columns = {
    createdAt: 'created_at',
    status: 't.status',
    amount: 't.amount',
    currency: 't.currency',
  };

  constructor(private readonly reads: PayoutsReads) {
    super();
  }

  searchedBy(term: SearchTerm) {
    const bank = ['processor_reference', 'bank_transaction_reference'];
    return oneOfColumns(term, { reference: ['external_transaction_reference', ...bank] });
  }

  listed({ status, type, integrationId, amount, currency, ...row }: PayoutSnapshot) {
    const { createdAt, updatedAt } = row;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, amount, currency, summary: `${type} ${integrationId}`, ...at };
  }

  body({ customerAppId, payoutId }: PayoutSnapshot) {
    return this.reads.get(customerAppId, payoutId);
  }

  async related(row: PayoutSnapshot, reads: OperatorQuery) {
    const { customerAppId, payoutId } = row;
    const where = { customer_app_id: customerAppId, payout_id: payoutId };
    const sent = { table: 'refunds', idColumn: 'refund_id', where };
    return [
      ...relatedTo(customerAppId, [
        ['payment_user', 'recipient', row.userId],
        ['payment_account', 'recipient account', row.recipientAccountId],
        ['payment_account', 'sender account', row.senderAccountId],
        ['mandate', 'mandate', row.mandateId],
        ['payment', 'funding payment', row.fundingPaymentId],
      ]),
      ...(await relatedRows(reads, { kind: 'refund', as: 'refund that it sends' }, sent)),
    ];
  }

  override async story(payout: PayoutSnapshot, reads: StoryReads) {
    const { customerAppId: app, payoutId, submittedAt, integrationId, failure } = payout;
    const ledger = await ledgerEntries(reads, app, { payoutId });
    if (!submittedAt) return ledger;
    const asked = storyEntry({
      at: submittedAt,
      entry: 'QUESTION',
      title: `payout at ${integrationId}`,
      reason: failure?.explanation,
      details: {
        connector: payout.connector,
        processor_reference: payout.processorReference,
        bank_transaction_reference: payout.bankTransactionReference,
        failure: failure?.code,
        questions: payout.questionsAsked,
        next_question: payout.dueAt,
      },
    });
    return [asked, ...ledger];
  }
}
