import type { PaymentAccountResponse, RecipientAccount } from '@towpath/contracts';
import type { PaymentAccountId } from '@towpath/kernel';
import type { SettlementAccount } from './domain/settlement-account.js';

export function accountBody(account: SettlementAccount): PaymentAccountResponse {
  const { businessUnits, currencies } = account;
  return {
    account_id: account.accountId,
    account_type: 'SETTLEMENT_ACCOUNT',
    customer_app_id: account.customerAppId,
    legal_entity_name: account.legalEntityName ?? undefined,
    settlement_account_reference: account.reference ?? undefined,
    business_units: businessUnits.length > 0 ? [...businessUnits] : undefined,
    currencies: currencies.length > 0 ? [...currencies] : undefined,
    metadata: account.metadata ?? undefined,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    payment_method_overview: {
      live_mode: account.live,
      payment_method_type: account.paymentMethodTypes[0],
      payment_method_subtype: account.cardIntegrationId ? 'CARD_GENERIC' : undefined,
      payment_confirmation_speed: 'REALTIME',
      external_gateway: account.cardIntegrationId ?? undefined,
      supported_currencies: currencies.length > 0 ? [...currencies] : undefined,
    },
  };
}

/** The receiving side of a payment or card. @param account undefined when it is not known */
export function recipientAccountBody(
  accountId: PaymentAccountId,
  account: SettlementAccount | undefined,
): RecipientAccount {
  return {
    account_id: accountId,
    account_type: 'SETTLEMENT_ACCOUNT',
    settlement_account_reference: account?.reference ?? undefined,
  };
}
