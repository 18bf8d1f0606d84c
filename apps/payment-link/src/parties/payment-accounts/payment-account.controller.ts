import { Controller, Query } from '@nestjs/common';
import {
  ListPaymentAccountsQuery,
  ListPaymentAccountsResponse,
  PaymentAccountResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { InstitutionNames } from '../institution-names/institution-names.js';
import { ExternalAccountView } from './external-account.view.js';
import { ListPaymentAccounts } from './list-payment-accounts.query.js';
import { accountBody } from './payment-account.view.js';
import type { ListedAccount } from './ports.js';

@Controller()
export class PaymentAccountController {
  constructor(
    private readonly listPaymentAccounts: ListPaymentAccounts,
    private readonly external: ExternalAccountView,
    private readonly names: InstitutionNames,
  ) {}

  @Operation('listPaymentAccountsWithEnrichedData', { response: ListPaymentAccountsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListPaymentAccountsQuery,
  ): Promise<ListPaymentAccountsResponse> {
    const filters = {
      accountType: query.account_type ?? null,
      currencies: query.currencies ?? [],
    };
    const found = await this.listPaymentAccounts.execute(customerAppId, filters, rangeOf(query));
    const rows = found.accounts.map((listed) => ({
      id: listed.account.accountId,
      created_at: listed.account.createdAt,
      body: this.listedBody(listed),
    }));
    const page = pageOf(rows, found.total, query);
    return this.names.shown({
      payment_accounts: page.rows.map(({ body }) => body),
      total: page.total,
      next_cursor: page.next_cursor,
    });
  }

  private listedBody(listed: ListedAccount): PaymentAccountResponse {
    return listed.accountType === 'EXTERNAL_ACCOUNT'
      ? this.external.body(listed.account)
      : accountBody(listed.account);
  }
}
