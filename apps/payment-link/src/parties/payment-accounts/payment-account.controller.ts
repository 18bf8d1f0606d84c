import { Body, Controller, Query } from '@nestjs/common';
import {
  ListPaymentAccountsQuery,
  ListPaymentAccountsResponse,
  PaymentAccountResponse,
} from '@towpath/contracts';
import { Caller, InternalRoute, Operation, pageOf, rangeOf } from '@towpath/http';
import { InstitutionNames } from '../institution-names/institution-names.js';
import { ExternalAccountView } from './external-account.view.js';
import { ListPaymentAccounts } from './list-payment-accounts.query.js';
import { accountBody } from './payment-account.view.js';
import type { ListedAccount } from './ports.js';
import {
  PutSettlementAccount,
  type SettlementAccountOrder,
} from './put-settlement-account.use-case.js';
import { PutSettlementAccountRequest } from './settlement-account.dto.js';

@Controller()
export class PaymentAccountController {
  constructor(
    private readonly listAccounts: ListPaymentAccounts,
    private readonly putAccount: PutSettlementAccount,
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
    const found = await this.listAccounts.execute(customerAppId, filters, rangeOf(query));
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

  @InternalRoute('POST', '/internal/settlement_accounts', {
    callers: ['gateway'],
    response: PaymentAccountResponse,
  })
  async put(@Body() body: PutSettlementAccountRequest): Promise<PaymentAccountResponse> {
    return accountBody(await this.putAccount.execute(orderOf(body)));
  }

  private listedBody(listed: ListedAccount): PaymentAccountResponse {
    return listed.accountType === 'EXTERNAL_ACCOUNT'
      ? this.external.body(listed.account)
      : accountBody(listed.account);
  }
}

function orderOf(body: PutSettlementAccountRequest): SettlementAccountOrder {
  return {
    customerAppId: body.customer_app_id,
    accountId: body.account_id ?? null,
    openingBalance: body.opening_balance ?? null,
    actor: body.actor,
    settings: {
      legalEntityName: body.legal_entity_name ?? null,
      reference: body.settlement_account_reference ?? null,
      businessUnits: body.business_units ?? [],
      currencies: body.currencies,
      paymentMethodTypes: body.payment_method_types,
      cardIntegrationId: body.card_integration_id ?? null,
      mandateIntegrationId: body.mandate_integration_id ?? null,
      metadata: body.metadata ?? null,
    },
  };
}
