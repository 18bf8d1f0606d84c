import { Controller, Param, Query } from '@nestjs/common';
import { ListTransactionsQuery, TransactionsResponse } from '@towpath/contracts/account-data';
import { Caller, Operation, rangeOf } from '@towpath/http';
import { ReadAccounts } from '../accounts/read-accounts.js';
import { DataOwners } from '../../retrieval/retrieved-data/data-owners.js';
import { ListTransactions } from './list-transactions.query.js';

const PRODUCTS = ['online_transactions', 'historical_transactions'] as const;

@Controller()
export class TransactionController {
  constructor(
    private readonly owners: DataOwners,
    private readonly accounts: ReadAccounts,
    private readonly listTransactions: ListTransactions,
  ) {}

  @Operation('listTransactionsByLoginIdentityId', { response: TransactionsResponse })
  list(
    @Caller() caller: Caller,
    @Query() query: ListTransactionsQuery,
  ): Promise<TransactionsResponse> {
    const options = { range: rangeOf(query), enrichments: query.enrichments };
    return this.owners.read(caller, PRODUCTS, async (owned) => {
      const { login_identity, institution } = owned;
      const accounts = await this.accounts.all(owned);
      const page = await this.listTransactions.execute(owned, accounts, options);
      const views = accounts.map(({ view }) => view);
      return { login_identity, institution, accounts: views, ...page };
    });
  }

  @Operation('listTransactionsByAccountId', { response: TransactionsResponse })
  listOfAccount(
    @Caller() caller: Caller,
    @Param('accountId') accountId: string,
    @Query() query: ListTransactionsQuery,
  ): Promise<TransactionsResponse> {
    const options = { range: rangeOf(query), enrichments: query.enrichments, accountId };
    return this.owners.read(caller, PRODUCTS, async (owned) => {
      const { login_identity, institution } = owned;
      const account = await this.accounts.one(owned, accountId);
      const page = await this.listTransactions.execute(owned, [account], options);
      return { login_identity, institution, accounts: [account.view], ...page };
    });
  }
}
