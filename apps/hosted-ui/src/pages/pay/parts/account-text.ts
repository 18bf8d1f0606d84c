import type { SenderAccount } from '../api/hosted-view.js';
import type { DebitTexts } from '../i18n/debit-texts.js';

/** The display of an account: its bank, and the last characters of its number. */
export function accountWords(
  { account_number_masked: masked, institution_name: bank }: SenderAccount,
  { yourBank }: Pick<DebitTexts, 'yourBank'>,
): readonly [bank: string, ending: string] {
  return [bank ?? yourBank, masked.replace(/^\*+/, '')];
}
