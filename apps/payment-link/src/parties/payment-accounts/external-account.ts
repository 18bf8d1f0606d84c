import { DomainError, isCurrency } from '@towpath/kernel';
import type { ExternalAccountRow } from './payment-account.table.js';

export interface AccountNumber {
  readonly type: 'LOCAL' | 'IBAN';
  readonly number: string;
}

/** Data that is erased with the user, or with the account. */
export interface AccountHolder {
  readonly name: string;
  /** In plain text; null if it is not stored here. */
  readonly number: AccountNumber | null;
  /** The customer app's masked number in place of the number. */
  readonly numberMasked: string | null;
}

/** A payment user's own account at a bank. */
export interface ExternalAccount extends Omit<ExternalAccountRow, 'holderSealed' | 'lastFour'> {
  /** Null once the user's personal data is erased. */
  readonly holder: AccountHolder | null;
}

type ExternalAccountTerms = Pick<ExternalAccount, 'institutionId' | 'currencies' | 'metadata'>;

/** An account without known currencies may have any currency. */
export function assertKeptIn({ currencies }: ExternalAccountTerms, currency: string): void {
  if (currencies.length === 0 || currencies.includes(currency)) return;
  throw new DomainError(
    'CURRENCY_MISMATCH',
    `The account of the payer is not kept in ${currency}.`,
  );
}

/** The stored terms: each currency once. */
export function checkedTerms(terms: ExternalAccountTerms): ExternalAccountTerms {
  if (!terms.currencies.every(isCurrency)) {
    throw new DomainError('INVALID_REQUEST', 'currencies must be ISO 4217 codes.');
  }
  return { ...terms, currencies: [...new Set(terms.currencies)] };
}

const SHOWN_DIGITS = 4;

/** A text that should be masked already: with at most its last four digits. */
export function endOfMasked(text: string): string {
  const digits = text.match(/\p{Nd}/gu) ?? [];
  return digits.length > SHOWN_DIGITS ? `****${digits.slice(-SHOWN_DIGITS).join('')}` : text;
}

/** The part of an account number that may be shown: its end, and never more than half of it. */
export function shownNumber({ number, numberMasked }: AccountHolder): string | null {
  if (number === null) return numberMasked && endOfMasked(numberMasked);
  const characters = [...number.number].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const shown = Math.min(SHOWN_DIGITS, Math.floor(characters.length / 2));
  return `****${characters.slice(characters.length - shown).join('')}`;
}

/** By which operators find the account: of the part that may be shown, if it has so many. */
export function lastFourOf(holder: AccountHolder | null): string | null {
  return /\d{4}$/.exec((holder && shownNumber(holder)) ?? '')?.[0] ?? null;
}
