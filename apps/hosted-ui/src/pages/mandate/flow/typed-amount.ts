import { currencyExponent } from '@towpath/kernel';
import { isLocale } from '../../../shared/money/format-amount.js';
import { plainText } from '../../../shared/input/plain-text.js';

interface AmountWriting {
  readonly currency: string;
  /** The payer's locales, the preferred one first. */
  readonly locales: readonly string[];
}

/**
 * Parses a typed amount into minor units; null unless it is clearly one amount above zero.
 * Separators follow the payer's locale; the function never guesses.
 */
export function typedAmount(typed: string, { currency, locales }: AmountWriting): number | null {
  const text = plainText(typed).replaceAll(/[\s']/gu, '');
  const [whole, fraction] = partsOf(text, decimalMark(locales)) ?? [];
  if (whole === undefined || fraction === undefined) return null;
  const exponent = currencyExponent(currency);
  if (fraction.length > exponent) return null;
  const minor = Number(whole + fraction.padEnd(exponent, '0'));
  return Number.isSafeInteger(minor) && minor > 0 ? minor : null;
}

/** An example of a typed amount with all decimals: a hundred. */
export function typedExample({ currency, locales }: AmountWriting): string {
  const exponent = currencyExponent(currency);
  return exponent === 0 ? '100' : `100${decimalMark(locales)}${'0'.repeat(exponent)}`;
}

const GROUP = 3;

function partsOf(text: string, decimal: '.' | ','): readonly [string, string] | null {
  const group = decimal === '.' ? ',' : '.';
  const grouped = new RegExp(`^(\\d{1,3}(?:[${group}]\\d{3})+)(?:[${decimal}](\\d+))?$`).exec(text);
  if (grouped) return [(grouped[1] ?? '').replaceAll(group, ''), grouped[2] ?? ''];
  const [, whole = '', mark, fraction = ''] = /^(\d+)(?:([.,])(\d+))?$/.exec(text) ?? [];
  if (whole === '') return null;
  // the mark of thousands, where no thousands can be: somebody used to the other one
  return mark === group && fraction.length >= GROUP ? null : [whole, fraction];
}

function decimalMark(locales: readonly string[]): '.' | ',' {
  const format = new Intl.NumberFormat(locales.filter(isLocale));
  const mark = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return mark && plainText(mark) === ',' ? ',' : '.';
}

/** Amounts in minor units of the currency. */
export interface OwnLimitBounds extends AmountWriting {
  /** The most that the mandate allows per payment; null for any amount. */
  readonly agreed: number | null;
  /** Amount that is collected at once after the set-up; null for none. */
  readonly due: number | null;
}

export type OwnLimitFault = 'unreadable' | 'above_agreed' | 'below_due';

interface OwnLimit {
  /** In minor units; null for no limit, and for an invalid one. */
  readonly minor: number | null;
  readonly fault: OwnLimitFault | null;
}

/** The payer's own limit for one payment, from the input; empty input is no limit. */
export function ownLimitIn(typed: string, { agreed, due, ...writing }: OwnLimitBounds): OwnLimit {
  if (typed.trim() === '') return { minor: null, fault: null };
  const minor = typedAmount(typed, writing);
  if (minor === null) return { minor, fault: 'unreadable' };
  if (agreed !== null && minor > agreed) return { minor: null, fault: 'above_agreed' };
  if (due !== null && minor < due) return { minor: null, fault: 'below_due' };
  return { minor, fault: null };
}
