import type { PaymentAccountResponse, RecipientAccount } from '@towpath/contracts/payment-link';
import type { PaymentAccountId } from '@towpath/kernel';
import type { MethodType } from './domain/method-type.js';
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
    payment_method_overview: overviewOf(account),
  };
}

type Overview = NonNullable<PaymentAccountResponse['payment_method_overview']>;

const SUBTYPES: Readonly<Partial<Record<MethodType, string>>> = {
  CARD: 'CARD_GENERIC',
  WALLET: 'WALLET_GENERIC',
};
/** For these methods a bank reports later than a card or wallet whether money has arrived. */
const SLOW: ReadonlySet<MethodType | undefined> = new Set<MethodType>(['MANDATE', 'MANUAL']);

/** How the account takes its main kind of payment. */
function overviewOf(account: SettlementAccount): Overview {
  const [main] = account.paymentMethodTypes;
  const gateway = gatewayOf(account, main);
  return {
    live_mode: account.live,
    payment_method_type: main,
    payment_method_subtype: main && SUBTYPES[main],
    payment_confirmation_speed: SLOW.has(main) ? 'DELAYED' : 'REALTIME',
    external_gateway: gateway ?? undefined,
    payment_processor: gateway === null ? 'SERVICE' : undefined,
    supported_currencies: account.currencies.length > 0 ? [...account.currencies] : undefined,
  };
}

function gatewayOf(account: SettlementAccount, type: MethodType | undefined): string | null {
  if (type === 'MANDATE') return account.mandateIntegrationId;
  return type === 'CARD' || type === 'WALLET' ? account.cardIntegrationId : null;
}

/**
 * The receiving side of a payment or card.
 *
 * @param account undefined when it is not known
 */
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
