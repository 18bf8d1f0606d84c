import { Injectable } from '@nestjs/common';
import { seenBy, type SearchTerm } from '@towpath/contracts/operator';
import { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { Transactions, type AppTx, type OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import {
  paymentLinks,
  type PaymentLinkSnapshot,
} from '../links/payment-links/payment-link.table.js';
import { PaymentLinksReads } from '../links/payment-links/payment-links.reads.js';
import { attemptTalks } from './gateway-talks.js';
import { relatedRows, relatedTo } from './related.js';

/** Payment links for operators. Payment and method are resources of their own. */
@Injectable()
export class PaymentLinkResource extends OperatedResource<PaymentLinkSnapshot> {
  readonly kind = 'payment_link';
  readonly table = paymentLinks;
  /** Anybody with the URL can pay, and see what the page shows. */
  readonly view = seenBy(PaymentLinkResponse, {
    viewer: [
      'payment_link_id',
      'mode',
      'status',
      'session_status',
      'amount',
      'currency',
      'unique_reference_id',
      'link_customizations.language',
      'link_customizations.ui_mode',
      'payment_details.external_transaction_reference',
      'payment_setup_options.future_payments',
      'payment_setup_options.payment_method_types',
      'sender.user_id',
      'created_at',
      'updated_at',
    ],
    operator: [
      'link_customizations.redirect_uri',
      'payment_details.description',
      'sender.external_user_id',
      'sender.name',
      'sender.email',
    ],
  });
  override readonly idsBelow = [
    'SELECT payment_link_id FROM payment_attempts WHERE attempt_id = :id',
  ];
  readonly columns = {
    createdAt: 'created_at',
    status: 't.status',
    amount: 't.amount',
    currency: 't.currency',
  };

  constructor(
    private readonly db: Transactions,
    private readonly links: PaymentLinksReads,
  ) {
    super();
  }

  searchedBy(term: SearchTerm) {
    const reference = ['unique_reference_id', 'external_transaction_reference'];
    return oneOfColumns(term, { reference });
  }

  listed({ status, mode, amount, currency, attempts, createdAt, updatedAt }: PaymentLinkSnapshot) {
    const summary = `${mode}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, ...(amount !== null && { amount }), currency, summary, ...at };
  }

  async body({ customerAppId, paymentLinkId }: PaymentLinkSnapshot) {
    const read = async (tx: AppTx) => {
      return this.links.body(tx, await this.links.read(tx, paymentLinkId));
    };
    const whole = await this.db.forApp(customerAppId, read, { readOnly: true });
    return { ...whole, payment: undefined, payment_method: undefined };
  }

  async related(
    { customerAppId, paymentLinkId, userId }: PaymentLinkSnapshot,
    reads: OperatorQuery,
  ) {
    const where = { customer_app_id: customerAppId, payment_link_id: paymentLinkId };
    const of = [
      ['payment', 'payments', 'payment_id'],
      ['payment_method', 'payment_methods', 'payment_method_id'],
    ] as const;
    const found = relatedTo(customerAppId, [['payment_user', 'payer', userId]]);
    for (const [kind, table, idColumn] of of) {
      const as = kind.replaceAll('_', ' ');
      found.push(...(await relatedRows(reads, { kind, as }, { table, idColumn, where })));
    }
    const mandates = { table: 'payment_attempts', idColumn: 'mandate_id', where };
    const attempts = await relatedRows(reads, { kind: 'mandate', as: 'mandate' }, mandates);
    return [...found, ...attempts.filter(({ id }) => id !== null)];
  }

  override story({ customerAppId: app, paymentLinkId }: PaymentLinkSnapshot, reads: StoryReads) {
    const where = 't.payment_link_id = :paymentLinkId';
    return attemptTalks(reads, { app, where, parameters: { paymentLinkId } });
  }
}
