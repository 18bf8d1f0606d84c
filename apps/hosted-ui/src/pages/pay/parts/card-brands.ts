import type { CardSummary, SenderAccount } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';

/** Bank of an account, and the last characters of its number. */
export function accountWords(
  { account_number_masked: masked, institution_name: bank }: SenderAccount,
  { debit }: Texts,
): readonly [bank: string, ending: string] {
  return [bank ?? debit.yourBank, masked.replace(/^\*+/, '')];
}

export function accountText(account: SenderAccount, texts: Texts): string {
  return texts.debit.account(...accountWords(account, texts));
}

const NAMES = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export type CardBrand = keyof typeof NAMES;

const ALIASES: Readonly<Record<string, CardBrand>> = {
  americanexpress: 'amex',
  mc: 'mastercard',
  cup: 'unionpay',
  chinaunionpay: 'unionpay',
};

/** The scheme that a gateway's word for it means (`VISA`, `American Express`, `mc`), or null. */
export function brandNamed(word: string): { readonly id: CardBrand; readonly name: string } | null {
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  const id = ALIASES[plain] ?? (Object.keys(NAMES) as CardBrand[]).find((brand) => brand === plain);
  return id ? { id, name: NAMES[id] } : null;
}

/** The display of a card: its scheme and last digits. */
export function cardText({ brand, last4 }: CardSummary, texts: Texts): string {
  return texts.receipt.cardEnding(brandNamed(brand)?.name ?? texts.brandUnknown, last4);
}
