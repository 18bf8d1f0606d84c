import { Injectable } from '@nestjs/common';
import { seenBy, type SearchTerm, type StoryEntry } from '@towpath/contracts/operator';
import { PaymentUserResponse } from '@towpath/contracts/payment-link';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import {
  autopayConsentChanges,
  paymentUserErasures,
  paymentUsers,
  type PaymentUserRow,
} from '../parties/payment-users/payment-user.table.js';
import { PaymentUsersReads } from '../parties/payment-users/payment-users.reads.js';
import { EmailHash } from '../persistence/email-hash.js';
import { relatedRows } from './related.js';
import { rowsOf, storyEntry } from './story-entries.js';

/** Payment users for operators. */
@Injectable()
export class PaymentUserResource extends OperatedResource<PaymentUserRow> {
  readonly kind = 'payment_user';
  readonly table = paymentUsers;
  readonly view = seenBy(PaymentUserResponse, {
    viewer: [
      'user_id',
      'autopay_consent',
      'user_type',
      'next_bill_update',
      'created_at',
      'updated_at',
    ],
    operator: ['external_user_id', 'name', 'email'],
  });
  readonly columns = { createdAt: 'created_at' };

  constructor(
    private readonly users: PaymentUsersReads,
    private readonly emailHash: EmailHash,
  ) {
    super();
  }

  searchedBy(term: SearchTerm) {
    if (term.by !== 'email') return oneOfColumns(term, { reference: ['external_user_id'] });
    const hashes = this.emailHash.candidates(term.text);
    return { where: 't.email_hash = ANY (:hashes)', parameters: { hashes } };
  }

  listed({ userType, autopayConsent, erasedAt, createdAt, updatedAt }: PaymentUserRow) {
    const consent = autopayConsent ? 'autopay' : null;
    const words = [userType, consent, erasedAt && 'erased'].filter((each) => each !== null);
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { ...(words.length > 0 && { summary: words.join(', ') }), ...at };
  }

  body({ customerAppId, userId }: PaymentUserRow) {
    return this.users.get(customerAppId, userId);
  }

  async related({ customerAppId, userId }: PaymentUserRow, reads: OperatorQuery) {
    const where = { customer_app_id: customerAppId, user_id: userId };
    const of = [
      ['payment', 'payments', 'payment_id'],
      ['payment_link', 'payment_links', 'payment_link_id'],
      ['payment_method', 'payment_methods', 'payment_method_id'],
      ['payment_account', 'external_accounts', 'account_id'],
      ['payout', 'payouts', 'payout_id'],
      ['bill', 'bills', 'bill_id'],
    ] as const;
    const found = [];
    for (const [kind, table, idColumn] of of) {
      const as = kind.replaceAll('_', ' ');
      found.push(...(await relatedRows(reads, { kind, as }, { table, idColumn, where })));
    }
    return found;
  }

  /** Consents and the erasure. */
  override async story({ customerAppId: app, userId }: PaymentUserRow, reads: StoryReads) {
    const chosen = { app, where: 't.user_id = :userId', parameters: { userId } };
    const consents = await rowsOf(reads, autopayConsentChanges, { ...chosen, by: ['sequence'] });
    const erasures = await rowsOf(reads, paymentUserErasures, { ...chosen, by: ['erased_at'] });
    return [
      ...consents.map(({ autopayConsent, source, occurredAt }): StoryEntry => {
        const title = `autopay consent ${autopayConsent ? 'granted' : 'revoked'}`;
        return storyEntry({ at: occurredAt, entry: 'STATE', title, details: { source } });
      }),
      ...erasures.map(({ erasedAt }) =>
        storyEntry({ at: erasedAt, entry: 'STATE', title: 'erased' }),
      ),
    ];
  }
}
