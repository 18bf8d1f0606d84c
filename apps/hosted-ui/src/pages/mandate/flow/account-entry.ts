import { plainText } from '../../../shared/input/plain-text.js';

/** The payer's input about the account that is debited. */
export interface AccountEntry {
  readonly holder: string;
  /** The payer's input without spaces and dashes. */
  readonly number: string;
}

export type AccountField = keyof AccountEntry;

const SEPARATORS = /[\s\-‐-―.]/gu;
/** The longest account number of ISO 20022; no bank has fewer than 4 characters. */
const NUMBER = /^[0-9A-Z]{4,34}$/;
const LONGEST_HOLDER = 140;

export function accountEntry(typed: Readonly<Record<AccountField, string>>): AccountEntry {
  return {
    holder: typed.holder.trim().replaceAll(/\s+/gu, ' '),
    number: plainText(typed.number).replaceAll(SEPARATORS, '').toUpperCase(),
  };
}

/** The fields that cannot be right, in the order of the form. */
export function accountFaults({ holder, number }: AccountEntry): readonly AccountField[] {
  const faults: AccountField[] = [];
  if (holder === '' || holder.length > LONGEST_HOLDER) faults.push('holder');
  if (!NUMBER.test(number)) faults.push('number');
  return faults;
}

/** The display of an account: its last four characters. */
export function lastFour(number: string): string {
  return number.slice(-4);
}
