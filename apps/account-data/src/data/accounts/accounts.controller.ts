import { Controller, Param, Query } from '@nestjs/common';
import {
  AccountNumberResponse,
  AccountResponse,
  AccountsResponse,
  BalanceHistoryQuery,
  BalanceHistoryResponse,
  CardDetailsResponse,
  ListTransactionsQuery,
  TransactionsResponse,
} from '@towpath/contracts/account-data';
import { Caller, Operation, rangeOf } from '@towpath/http';
import { OwnedDataReads } from '../retrieved-data/owned-data.reads.js';
import { AccountsReads } from './accounts.reads.js';
import { TransactionsReads } from './transactions.reads.js';

const TRANSACTIONS = ['online_transactions', 'historical_transactions'] as const;

@Controller()
export class AccountsController {
  constructor(
    private readonly owned: OwnedDataReads,
    private readonly accounts: AccountsReads,
    private readonly transactions: TransactionsReads,
  ) {}

  @Operation('listAccounts', { response: AccountsResponse })
  list(@Caller() caller: Caller): Promise<AccountsResponse> {
    return this.owned.answer(caller, ['accounts'], async (owned) => ({
      accounts: (await this.accounts.all(owned)).map(({ view }) => view),
    }));
  }

  @Operation('getAccount', { response: AccountResponse })
  get(@Caller() caller: Caller, @Param('accountId') id: string): Promise<AccountResponse> {
    return this.owned.answer(caller, ['accounts'], async (owned) => ({
      account: (await this.accounts.one(owned, id)).view,
    }));
  }

  @Operation('getAccountNumber', { response: AccountNumberResponse })
  number(@Caller() caller: Caller, @Param('accountId') id: string): Promise<AccountNumberResponse> {
    return this.owned.answer(caller, ['account_numbers'], (owned) =>
      this.accounts.number(owned, id),
    );
  }

  @Operation('getBalanceHistory', { response: BalanceHistoryResponse })
  balanceHistory(
    @Caller() caller: Caller,
    @Param('accountId') id: string,
    @Query() query: BalanceHistoryQuery,
  ): Promise<BalanceHistoryResponse> {
    return this.owned.answer(caller, ['balance_history'], (owned) =>
      this.accounts.balanceHistory(owned, id, query),
    );
  }

  @Operation('listCardDetails', { response: CardDetailsResponse })
  cards(@Caller() caller: Caller): Promise<CardDetailsResponse> {
    return this.owned.answer(caller, ['card_details'], async (owned) => ({
      card_details: await this.accounts.cards(owned),
    }));
  }

  @Operation('listTransactionsByLoginIdentityId', { response: TransactionsResponse })
  transactionsOfAll(@Caller() caller: Caller, @Query() query: ListTransactionsQuery) {
    return this.page(caller, query, null);
  }

  @Operation('listTransactionsByAccountId', { response: TransactionsResponse })
  transactionsOfOne(
    @Caller() caller: Caller,
    @Param('accountId') id: string,
    @Query() query: ListTransactionsQuery,
  ) {
    return this.page(caller, query, id);
  }

  private page(
    caller: Caller,
    query: ListTransactionsQuery,
    accountId: string | null,
  ): Promise<TransactionsResponse> {
    const asked = { range: rangeOf(query), enrichments: query.enrichments };
    return this.owned.answer(caller, TRANSACTIONS, (owned) =>
      this.transactions.page(owned, accountId, asked),
    );
  }
}
