import { Injectable } from '@nestjs/common';
import { errorAt, seenBy, under, type SearchTerm } from '@towpath/contracts/operator';
import { PaymentResponse } from '@towpath/contracts/payment-link';
import { Transactions, type OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import { disputeHolds } from '../money/payment-disputes/dispute-hold.table.js';
import { payments } from '../money/payments/payment.table.js';
import { paymentNotFound, PaymentsReads } from '../money/payments/payments.reads.js';
import { refunds } from '../money/refunds/refund.table.js';
import { paymentTalks, settlementsOf } from './gateway-talks.js';
import { ledgerEntries } from './ledger-entries.js';
import { relatedRows, relatedTo } from './related.js';
import { accountAt, cardAt, FEES, settlementAccountAt } from './seen-parts.js';
import { rowsOf } from './story-entries.js';

type PaymentRow = ReturnType<typeof payments.from>;

/** A transfer that books an entry of a card processor, such as its fee, names the entry alone. */
const OF_PROCESSOR_ENTRY = `SELECT e.payment_id FROM ledger_transfers l
  JOIN processor_entries e ON e.customer_app_id = l.customer_app_id
    AND e.app_type IN ('TEST', 'LIVE')
    AND e.integration_id = split_part(l.processor_reference, ' ', 1)
    AND e.entry_id = substr(l.processor_reference, strpos(l.processor_reference, ' ') + 1)
  WHERE l.ledger_transfer_id = :id`;

/** Payments for operators, with the talks about them and the ledger. */
@Injectable()
export class PaymentResource extends OperatedResource<PaymentRow> {
  readonly kind = 'payment';
  readonly table = payments;
  readonly view = seenBy(PaymentResponse, {
    viewer: [
      'payment_id',
      'amount',
      'surcharge_amount',
      'amount_total_with_surcharge',
      'currency',
      'type',
      'status',
      'live',
      'payment_method_id',
      'payment_details.mandate_id',
      'payment_details.transaction_reference_id',
      'payment_details.external_transaction_reference',
      'payment_details.processor_entity_name',
      'payment_details.collection_entity_name',
      'payment_details.recurring_payment_mode',
      ...under('payment_details.references', [
        'service_transaction_reference',
        'dda_reference',
        'bank_transaction_reference',
      ]),
      ...under('payment_details.processor_details', [
        'auth_code',
        'processor_id',
        'processor_reference',
        'scheme',
        'bank_code',
        'result.decline_code',
        'result.decline_reason',
        'result.result_code',
        'result.last_action',
        'result.status',
      ]),
      ...cardAt('payment_method.card.card_details'),
      'payment_method.wallet.wallet_details.brand',
      'payment_method.wallet.wallet_details.brand_product_name',
      'payment_method.wallet.wallet_details.country',
      'payment_method.bank_transfer.bank_transfer_details.transfer_type',
      'recipient.name',
      ...settlementAccountAt('recipient_account'),
      'sender.user_id',
      'sender.user_type',
      ...accountAt('sender_account'),
      ...FEES,
      ...errorAt('error'),
      'created_at',
      'updated_at',
      'amount_refunded',
      'amount_returned',
      'returned_at',
      'return_reason',
      'return_reversed_at',
      'dispute_id',
    ],
    operator: ['payment_details.description', 'sender.external_user_id', 'sender.name'],
  });
  override readonly idsBelow = [
    'SELECT payment_id FROM payment_attempts WHERE attempt_id = :id',
    'SELECT payment_id FROM ledger_transfers WHERE ledger_transfer_id = :id',
    OF_PROCESSOR_ENTRY,
  ];
  readonly columns = {
    createdAt: 'created_at',
    status: 't.status',
    amount: 't.amount',
    currency: 't.currency',
  };

  constructor(
    private readonly db: Transactions,
    private readonly reads: PaymentsReads,
  ) {
    super();
  }

  /** A reference of the app, of the bank, of the processor, or of the gateway to an attempt. */
  searchedBy(term: SearchTerm) {
    if (term.by !== 'reference') return oneOfColumns(term, { last_four: ['last_four'] });
    const own = ['external_transaction_reference', 'bank_transaction_reference'];
    const found = [...own, 'processor_reference'].map(
      (column) => `SELECT payment_id FROM payments WHERE ${column} = :text`,
    );
    const asked = ['payment_attempts', 'charges'].map(
      (table) => `SELECT payment_id FROM ${table} WHERE gateway_reference = :text`,
    );
    const where = `t.payment_id IN (${[...found, ...asked].join(' UNION ALL ')})`;
    return { where, parameters: { text: term.text } };
  }

  listed({ status, type, amount, currency, lastFour, createdAt, updatedAt }: PaymentRow) {
    const summary = lastFour === null ? type : `${type} ****${lastFour}`;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, amount, currency, summary, ...at };
  }

  async body({ customerAppId, paymentId }: PaymentRow) {
    const body = await this.db.forApp(customerAppId, (tx) => this.reads.body(tx, paymentId), {
      readOnly: true,
    });
    if (!body) throw paymentNotFound();
    return body;
  }

  async related(row: PaymentRow, reads: OperatorQuery) {
    const { customerAppId, paymentId, userId } = row;
    const of = { customer_app_id: customerAppId };
    const where = { ...of, payment_id: paymentId };
    const refunded = { table: 'refunds', idColumn: 'refund_id', where };
    const arrived = {
      table: 'incoming_transfers',
      idColumn: 'incoming_transfer_id',
      createdAt: 'received_at',
      where,
    };
    const disputed = { table: 'payment_disputes', idColumn: 'dispute_id', where };
    const bill = {
      table: 'bills',
      idColumn: 'bill_id',
      where: {
        ...of,
        user_id: userId,
        currency: row.currency,
        bill_reference_id: row.externalTransactionReference,
      },
    };
    const funded = {
      table: 'payouts',
      idColumn: 'payout_id',
      where: { ...of, funding_payment_id: paymentId },
    };
    return [
      ...relatedTo(customerAppId, [
        ['payment_user', 'payer', userId],
        ['payment_link', 'payment link', row.paymentLinkId],
        ['payment_method', 'payment method', row.mandateId === null ? row.paymentMethodId : null],
        ['mandate', 'mandate', row.mandateId],
        ['payment_account', 'recipient account', row.recipientAccountId],
        ['payment_account', 'sender account', row.senderAccountId],
      ]),
      ...(await relatedRows(reads, { kind: 'refund', as: 'refund' }, refunded)),
      ...(await relatedRows(reads, { kind: 'incoming_transfer', as: 'bank transfer' }, arrived)),
      ...(await relatedRows(reads, { kind: 'dispute', as: 'dispute' }, disputed)),
      ...(await relatedRows(reads, { kind: 'bill', as: 'bill' }, bill)),
      ...(await relatedRows(reads, { kind: 'payout', as: 'funded payout' }, funded)),
    ];
  }

  override async story(row: PaymentRow, reads: StoryReads) {
    const { customerAppId: app, paymentId, attemptId } = row;
    const of = { app, where: 't.payment_id = :paymentId', parameters: { paymentId } };
    const refundIds = (await rowsOf(reads, refunds, of)).map(({ refundId }) => refundId);
    const disputes = await rowsOf(reads, disputeHolds, of);
    const disputeIds = disputes.map(({ disputeId }) => disputeId);
    const { entries, processorReferences } = await settlementsOf(reads, { app, paymentId });
    const movers = { paymentId, refundIds, disputeIds, processorReferences };
    return [
      ...(await paymentTalks(reads, { app, paymentId, attemptId })),
      ...entries,
      ...(await ledgerEntries(reads, app, movers)),
    ];
  }
}
