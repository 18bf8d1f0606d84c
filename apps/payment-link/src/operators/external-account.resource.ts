import { Injectable } from '@nestjs/common';
import type { SearchTerm } from '@towpath/contracts/operator';
import { Transactions, type OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns } from '@towpath/service';
import { ExternalAccountsReads } from '../parties/payment-accounts/external-accounts.reads.js';
import { externalAccounts } from '../parties/payment-accounts/payment-account.table.js';
import { paymentAccountView } from './payment-account.view.js';
import { relatedRows, relatedTo } from './related.js';

type ExternalAccountRow = ReturnType<typeof externalAccounts.from>;

/** Accounts of payment users for operators. Of a deleted one little is left. */
@Injectable()
export class ExternalAccountResource extends OperatedResource<ExternalAccountRow> {
  readonly kind = 'payment_account';
  readonly table = externalAccounts;
  readonly view = paymentAccountView;
  readonly columns = { createdAt: 'created_at' };

  constructor(
    private readonly db: Transactions,
    private readonly accounts: ExternalAccountsReads,
  ) {
    super();
  }

  searchedBy(term: SearchTerm) {
    return oneOfColumns(term, { last_four: ['last_four'] });
  }

  listed({ institutionId, lastFour, deletedAt, createdAt, updatedAt }: ExternalAccountRow) {
    const number = lastFour === null ? '' : `****${lastFour}`;
    const words = ['EXTERNAL_ACCOUNT', institutionId, number, deletedAt ? 'deleted' : ''];
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { summary: words.filter(Boolean).join(' '), ...at };
  }

  async body(row: ExternalAccountRow) {
    const opened = await this.db.forApp(
      row.customerAppId,
      (tx) => this.accounts.opened(tx, [row]),
      { readOnly: true },
    );
    const account = opened.get(row.accountId);
    if (!account) throw new Error(`account ${row.accountId} was not opened`);
    return { ...this.accounts.body(account), ...this.accounts.plaintext(account) };
  }

  async related({ customerAppId, accountId, userId }: ExternalAccountRow, reads: OperatorQuery) {
    const rows = { table: 'payouts', idColumn: 'payout_id' };
    // The payouts of the user have an index, those of the account none.
    const where = {
      customer_app_id: customerAppId,
      user_id: userId,
      recipient_account_id: accountId,
    };
    return [
      ...relatedTo(customerAppId, [['payment_user', 'holder', userId]]),
      ...(await relatedRows(reads, { kind: 'payout', as: 'payout' }, { ...rows, where })),
    ];
  }
}
