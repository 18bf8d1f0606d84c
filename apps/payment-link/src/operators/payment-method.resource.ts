import { Injectable } from '@nestjs/common';
import { errorAt, seenBy, type SearchTerm } from '@towpath/contracts/operator';
import { PaymentMethodResponse, type CardDetails } from '@towpath/contracts/payment-link';
import { Transactions, type OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import { forgottenCards } from '../cards/forgotten-cards/forgotten-card.table.js';
import { storedCards, type StoredCardRow } from '../cards/payment-methods/stored-card.table.js';
import { methodNotFound, StoredCardsReads } from '../cards/payment-methods/stored-cards.reads.js';
import { relatedRows, relatedTo } from './related.js';
import { cardAt, settlementAccountAt } from './seen-parts.js';
import { rowsOf, storyEntry } from './story-entries.js';

/** Stored cards for operators; mandates are a kind of their own. */
@Injectable()
export class PaymentMethodResource extends OperatedResource<StoredCardRow> {
  readonly kind = 'payment_method';
  readonly table = storedCards;
  readonly view = seenBy(PaymentMethodResponse, {
    viewer: [
      'payment_method_id',
      'payment_method_type',
      'live',
      'card.status',
      ...cardAt('card.card_details'),
      ...errorAt('card.error'),
      ...settlementAccountAt('card.recipient_account'),
      'card.created_at',
      'card.updated_at',
      'integration_metadata.integration_id',
    ],
  });
  readonly columns = { createdAt: 'created_at', status: 't.status' };

  constructor(
    private readonly db: Transactions,
    private readonly cards: StoredCardsReads,
  ) {
    super();
  }

  searchedBy(term: SearchTerm) {
    return oneOfColumns(term, { last_four: ['last_four'] });
  }

  listed({ status, cardDetails, createdAt, updatedAt }: StoredCardRow) {
    const { brand = 'card', last4 } = (cardDetails as CardDetails | null) ?? {};
    const summary = last4 === undefined ? brand : `${brand} ****${last4}`;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, summary, ...at };
  }

  async body({ customerAppId, paymentMethodId }: StoredCardRow) {
    const body = await this.db.forApp(customerAppId, (tx) => this.cards.body(tx, paymentMethodId), {
      readOnly: true,
    });
    if (!body) throw methodNotFound();
    return body;
  }

  async related(row: StoredCardRow, reads: OperatorQuery) {
    const { customerAppId, userId, paymentMethodId } = row;
    const where = {
      customer_app_id: customerAppId,
      user_id: userId,
      payment_method_id: paymentMethodId,
    };
    const payments = { table: 'payments', idColumn: 'payment_id', where };
    return [
      ...relatedTo(customerAppId, [
        ['payment_user', 'payer', userId],
        ['payment_link', 'payment link', row.paymentLinkId],
        ['payment_account', 'recipient account', row.recipientAccountId],
      ]),
      ...(await relatedRows(reads, { kind: 'payment', as: 'payment' }, payments)),
    ];
  }

  override async story({ customerAppId, paymentMethodId }: StoredCardRow, reads: StoryReads) {
    const forgotten = await rowsOf(reads, forgottenCards, {
      app: customerAppId,
      where: 't.payment_method_id = :paymentMethodId',
      parameters: { paymentMethodId },
    });
    return forgotten.map(({ createdAt, integrationId, followUpsAsked, followUpAt }) =>
      storyEntry({
        at: createdAt,
        entry: 'QUESTION',
        title: `deletion of the card at ${integrationId}`,
        details: { follow_ups: followUpsAsked, next_follow_up: followUpAt },
      }),
    );
  }
}
