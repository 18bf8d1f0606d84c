import { DomainError, isCurrency } from '@towpath/kernel';
import type { MethodType, PaymentAccountRow, Pricing, Rate } from './payment-account.table.js';

export type { Pricing, Rate };

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

/** Minor units. */
export interface Price {
  readonly surchargeAmount: number;
  readonly feeAmount: number;
}

const WHOLE = 10_000;
export const MAX_BASIS_POINTS = WHOLE;
export const MAX_FIXED = 1_000_000_000;

/** The rate of an amount, once, half to even. Minor units. */
export function amountAt({ fixed, basisPoints }: Rate, amount: number): number {
  const share = BigInt(amount) * BigInt(basisPoints);
  const whole = BigInt(WHOLE);
  const floor = share / whole;
  const twice = (share % whole) * 2n;
  const isUp = twice > whole || (twice === whole && floor % 2n === 1n);
  return fixed + Number(isUp ? floor + 1n : floor);
}

/**
 * Costs of a payment of this amount by a method. The fee is calculated from the amount with the
 * surcharge, and never exceeds it.
 */
export function priceOf(pricing: Pricing, type: MethodType, amount: number): Price {
  const { surcharge = null, fee = null } = pricing[type] ?? {};
  const surchargeAmount = surcharge ? amountAt(surcharge, amount) : 0;
  const total = amount + surchargeAmount;
  return { surchargeAmount, feeAmount: fee ? Math.min(total, amountAt(fee, total)) : 0 };
}

/** Fee of the sender of a payout, beside its amount. Minor units. */
export function payoutFeeOf({ PAYOUT: pricing }: Pricing, amount: number): number {
  return pricing?.fee ? amountAt(pricing.fee, amount) : 0;
}

/** A fixed sum is in minor units of a currency: an account of several has none. */
export function checkPricing(pricing: Pricing, currencies: readonly string[]): void {
  if (pricing.PAYOUT?.surcharge) throw invalid('a payout has a fee and no surcharge');
  if (currencies.length === 1) return;
  const rates = Object.values(pricing).flatMap(({ surcharge, fee }) => [surcharge, fee]);
  if (rates.every((rate) => !rate || rate.fixed === 0)) return;
  throw invalid('pricing must have no fixed sum for an account of several currencies');
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

function takesMethod({ paymentMethodTypes }: SettlementAccount, { methodTypes }: AccountNeeds) {
  return methodTypes.length === 0 || methodTypes.some((type) => paymentMethodTypes.includes(type));
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function accountNotFound(): DomainError {
  return new DomainError('PAYMENT_ACCOUNT_NOT_FOUND', 'No payment account has this ID.');
}
