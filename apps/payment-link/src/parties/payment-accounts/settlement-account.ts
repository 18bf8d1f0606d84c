import { DomainError, isCurrency } from '@towpath/kernel';
import type { PaymentAccountRow } from './payment-account.table.js';
import { checkPricing, type MethodType, type Pricing } from './pricing.js';

/** The customer app's account that payments are collected into. */
export interface SettlementAccount extends PaymentAccountRow {
  /** Surcharges and fees, by payment method type; empty for none. */
  readonly pricing: Pricing;
}

/** An operator's settings of a settlement account. */
export type SettlementAccountSettings = Omit<
  SettlementAccount,
  'accountId' | 'customerAppId' | 'accountType' | 'live' | 'createdAt' | 'updatedAt'
>;

export function checkSettings(settings: SettlementAccountSettings): void {
  const { currencies, paymentMethodTypes, cardIntegrationId, mandateIntegrationId } = settings;
  if (currencies.length === 0 || !currencies.every(isCurrency)) {
    throw invalid('currencies must list at least one ISO 4217 code');
  }
  if (paymentMethodTypes.length === 0) throw invalid('payment_method_types must not be empty');
  if (paymentMethodTypes.includes('CARD') && cardIntegrationId === null) {
    throw invalid('card_integration_id must be given for an account that accepts cards');
  }
  if (paymentMethodTypes.includes('MANDATE') && mandateIntegrationId === null) {
    throw invalid('mandate_integration_id must be given for an account that accepts mandates');
  }
  checkPricing(settings.pricing, currencies);
}

/** The requirements of a payment link for its receiving account. */
export interface AccountNeeds {
  readonly currency: string;
  readonly live: boolean;
  readonly businessUnit: string | null;
  /** Empty: any. */
  readonly methodTypes: readonly MethodType[];
}

/** The accounts that can receive for a link, oldest first; none when a need cannot be met. */
export function accountsFor(
  needs: AccountNeeds,
  accounts: readonly SettlementAccount[],
): SettlementAccount[] {
  return accounts
    .filter((account) => servesUnit(account, needs) && takesCurrency(account, needs))
    .filter((account) => takesMethod(account, needs))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** Names the first need that no account meets. */
export function checkRecipients(needs: AccountNeeds, accounts: readonly SettlementAccount[]): void {
  const ofUnit = accounts.filter((account) => servesUnit(account, needs));
  if (needs.businessUnit !== null && ofUnit.length === 0) {
    throw invalid(
      'payment_setup_options.recipient_account_filters.business_unit must be one of a settlement account',
    );
  }
  const ofCurrency = ofUnit.filter((account) => takesCurrency(account, needs));
  if (ofCurrency.length === 0) {
    throw new DomainError('CURRENCY_MISMATCH', `No settlement account accepts ${needs.currency}.`);
  }
  if (!ofCurrency.some((account) => takesMethod(account, needs))) {
    throw invalid(
      'payment_setup_options.payment_method_types must include one that a settlement account accepts',
    );
  }
}

function servesUnit({ live, businessUnits }: SettlementAccount, needs: AccountNeeds): boolean {
  const { businessUnit } = needs;
  return live === needs.live && (businessUnit === null || businessUnits.includes(businessUnit));
}

function takesCurrency({ currencies }: SettlementAccount, { currency }: AccountNeeds): boolean {
  return currencies.includes(currency);
}

function takesMethod(
  { paymentMethodTypes }: SettlementAccount,
  { methodTypes }: AccountNeeds,
): boolean {
  return methodTypes.length === 0 || methodTypes.some((type) => paymentMethodTypes.includes(type));
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function accountNotFound(): DomainError {
  return new DomainError('PAYMENT_ACCOUNT_NOT_FOUND', 'No payment account has this ID.');
}
