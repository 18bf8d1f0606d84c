import { Controller, Param, Query } from '@nestjs/common';
import { ListTransactionsQuery, TransactionsResponse } from '@towpath/contracts/account-data';
import { Caller, Operation, rangeOf } from '@towpath/http';
import { AccountsReads } from '../accounts/accounts.reads.js';
import { OwnedDataReads } from '../retrieved-data/owned-data.reads.js';
import { TransactionsReads } from './transactions.reads.js';

const PRODUCTS = ['online_transactions', 'historical_transactions'] as const;

@Controller()
export class TransactionsController {
  constructor(
    private readonly owned: OwnedDataReads,
    private readonly accounts: AccountsReads,
    private readonly transactions: TransactionsReads,
  ) {}

  @Operation('listTransactionsByLoginIdentityId', { response: TransactionsResponse })
  list(
    @Caller() caller: Caller,
    @Query() query: ListTransactionsQuery,
  ): Promise<TransactionsResponse> {
    const asked = { range: rangeOf(query), enrichments: query.enrichments };
    return this.owned.answer(caller, PRODUCTS, async (owned) => {
      const accounts = await this.accounts.all(owned);
      return this.transactions.page(owned, { accounts, ofAccount: false }, asked);
    });
  }

  @Operation('listTransactionsByAccountId', { response: TransactionsResponse })
  listOfAccount(
    @Caller() caller: Caller,
    @Param('accountId') accountId: string,
    @Query() query: ListTransactionsQuery,
  ): Promise<TransactionsResponse> {
    const asked = { range: rangeOf(query), enrichments: query.enrichments };
    return this.owned.answer(caller, PRODUCTS, async (owned) => {
      const accounts = [await this.accounts.one(owned, accountId)];
      return this.transactions.page(owned, { accounts, ofAccount: true }, asked);
    });
  }
}
