/** The payer's input about the account that is debited. */
export interface AccountEntry {
  readonly holder: string;
  /** As the payer wrote it, without spaces and dashes. */
  readonly number: string;
}

export type AccountField = keyof AccountEntry;

const SEPARATORS = /[\s\-‐-―.]/gu;
/** ISO 20022 knows no longer account number; shorter than 4 no bank has. */
const NUMBER = /^[0-9A-Z]{4,34}$/;
const LONGEST_HOLDER = 140;

export function accountEntry(typed: Readonly<Record<AccountField, string>>): AccountEntry {
  return {
    holder: typed.holder.trim().replaceAll(/\s+/gu, ' '),
    // Full-width digits, as East Asian keyboards write them, are digits too.
    number: typed.number.normalize('NFKC').replaceAll(SEPARATORS, '').toUpperCase(),
  };
}

/** The fields that cannot be right, in the order of the form. */
export function accountFaults({ holder, number }: AccountEntry): readonly AccountField[] {
  const faults: AccountField[] = [];
  if (holder === '' || holder.length > LONGEST_HOLDER) faults.push('holder');
  if (!NUMBER.test(number)) faults.push('number');
  return faults;
}

/** How an account is named back to the payer: by its last four characters. */
export function lastFour(number: string): string {
  return number.slice(-4);
}
