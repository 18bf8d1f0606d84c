import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { Pricing, Rate } from '../../parties/payment-accounts/settlement-account.js';
import { settlementAccountBody } from '../../parties/payment-accounts/payment-accounts.reads.js';
import {
  SettlementAccountsService,
  type SettlementAccountOrder,
} from './settlement-accounts.service.js';
import {
  type MethodPricingRequest,
  PutSettlementAccountRequest,
  SettlementAccountResponse,
} from './settlement-account.dto.js';

/** For the command line of operators. */
@Controller()
export class SettlementAccountsController {
  constructor(private readonly accounts: SettlementAccountsService) {}

  @InternalRoute('POST', '/internal/settlement_accounts', {
    command: 'settlement-account put',
    response: SettlementAccountResponse,
  })
  async put(@Body() body: PutSettlementAccountRequest): Promise<SettlementAccountResponse> {
    const account = await this.accounts.put(orderOf(body));
    return {
      ...settlementAccountBody(account),
      card_connector: account.cardConnector ?? undefined,
      debit_connector: account.debitConnector ?? undefined,
      payout_connector: account.payoutConnector ?? undefined,
      transfer_connector: account.transferConnector ?? undefined,
      gateway_account: account.gatewayAccount ?? undefined,
    };
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
      cardConnector: body.card_connector ?? null,
      debitConnector: body.debit_connector ?? null,
      payoutConnector: body.payout_connector ?? null,
      transferConnector: body.transfer_connector ?? null,
      gatewayAccount: body.gateway_account ?? null,
      pricing: pricingOf(body.pricing ?? []),
      metadata: body.metadata ?? null,
    },
  };
}

function pricingOf(list: readonly MethodPricingRequest[]): Pricing {
  const entries = list.map((asked) => {
    const surcharge = rateOf(asked.surcharge_fixed, asked.surcharge_basis_points);
    const fee = rateOf(asked.fee_fixed, asked.fee_basis_points);
    return [asked.payment_method_type, { surcharge, fee }] as const;
  });
  return Object.fromEntries(entries);
}

function rateOf(fixed = 0, basisPoints = 0): Rate | null {
  return fixed === 0 && basisPoints === 0 ? null : { fixed, basisPoints };
}
