import { electronicFormatIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools';
import type { AccountNumberType } from '../states/index.js';

/** Digits of local account numbers, with and without the codes of bank and branch, by country. */
const LOCAL_DIGITS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  AUS: [5, 16],
  CHN: [8, 21],
  GBR: [6, 14],
  HKG: [6, 15],
  IDN: [8, 16],
  JPN: [7, 14],
  KOR: [10, 16],
  MYS: [7, 17],
  PHL: [8, 16],
  SGP: [7, 18],
  THA: [10, 15],
  TWN: [10, 17],
  USA: [4, 17],
  VNM: [6, 19],
};
const LEAST_DIGITS = 4;
/** Digits, letters, and what people write between them. */
const LOCAL = /^[0-9A-Za-z][0-9A-Za-z ./-]*$/;
const IBAN_START = /^([A-Z]{2})\d{2}[0-9A-Z]{6}/;

/** The IBAN without spaces and dashes, in capitals; null if length or check digits are wrong. */
export function ibanOf(text: string): string | null {
  const plain = withoutSeparators(text);
  const iban = electronicFormatIBAN(plain);
  return iban !== null && iban === plain && isValidIBAN(iban) ? iban : null;
}

/** Whether the text begins as IBANs do: an account number of no kind given may be one. */
export function looksLikeIban(text: string): boolean {
  const [, country] = IBAN_START.exec(withoutSeparators(text)) ?? [];
  return country !== undefined && getCountrySpecifications()[country]?.IBANRegistry === true;
}

/** The kind of an account number of which none was given; an IBAN as `ibanOf` gives it. */
export function plainAccountNumber(text: string): {
  readonly type: AccountNumberType;
  readonly number: string;
} {
  const iban = looksLikeIban(text) ? ibanOf(text) : null;
  return iban === null ? { type: 'LOCAL', number: text } : { type: 'IBAN', number: iban };
}

/** @param countries of the account's bank, ISO 3166 alpha-3; empty if they are not known */
export function isLocalNumber(text: string, countries: readonly string[] = []): boolean {
  const plain = text.normalize('NFKC');
  if (!LOCAL.test(plain)) return false;
  const digits = plain.replaceAll(/\D/g, '').length;
  if (digits < LEAST_DIGITS) return false;
  const limits = countries.map((country) => LOCAL_DIGITS[country]);
  if (limits.length === 0 || limits.includes(undefined)) return true;
  if (/[A-Za-z]/.test(plain)) return false;
  return limits.some((limit) => limit && digits >= limit[0] && digits <= limit[1]);
}

function withoutSeparators(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}
