import { Body, Controller } from '@nestjs/common';
import { PaymentAccountResponse } from '@towpath/contracts';
import { InternalRoute } from '@towpath/http';
import { accountBody } from '../../parties/payment-accounts/payment-account.view.js';
import {
  PutSettlementAccount,
  type SettlementAccountOrder,
} from './put-settlement-account.use-case.js';
import { PutSettlementAccountRequest } from './settlement-account.dto.js';

/** For the command line of operators. */
@Controller()
export class SettlementAccountController {
  constructor(private readonly putAccount: PutSettlementAccount) {}

  @InternalRoute('POST', '/internal/settlement_accounts', {
    callers: ['gateway'],
    response: PaymentAccountResponse,
  })
  async put(@Body() body: PutSettlementAccountRequest): Promise<PaymentAccountResponse> {
    return accountBody(await this.putAccount.execute(orderOf(body)));
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
