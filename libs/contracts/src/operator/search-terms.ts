import { isCurrency, Money, parseId } from '@towpath/kernel';
import type { FindResourcesQuery } from './operator.dto.js';

/** What one text of the search field may mean, most particular first. */
export type SearchTerm = Omit<FindResourcesQuery, 'limit'>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const LAST_FOUR = /^[*•. ]*(\d{4})$/;
const AMOUNT =
  /^(?:([a-z]{3})\s*(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s*([a-z]{3}))(?:\s+(\S+))?$/i;
const MONTH = /^(\d{4})-(\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The meanings of what an operator types: an ID, an e-mail address, the last four digits of a card
 * or account, an amount with its currency and perhaps a period (`HKD 125.00 2026-11`,
 * `125 HKD 2026-11-01..2026-11-15`; days of UTC). Each may also be a reference: customer apps choose
 * these, and some choose IDs or e-mail addresses. Without a period an amount is sought in the last 90
 * days before `now`.
 */
export function searchTermsOf(typed: string, now: Date): readonly SearchTerm[] {
  const text = typed.trim();
  if (text === '') return [];
  const id = parseId(text.toUpperCase());
  const reference: SearchTerm = { by: 'reference', text };
  if (id) return [{ by: 'id', text: id }, reference];
  if (EMAIL.test(text)) return [{ by: 'email', text: text.toLowerCase() }, reference];
  const amount = amountTerm(text, now);
  if (amount) return [amount, reference];
  const [, digits] = LAST_FOUR.exec(text) ?? [];
  return digits ? [{ by: 'last_four', text: digits }, reference] : [reference];
}

function amountTerm(text: string, now: Date): SearchTerm | undefined {
  const [, before, first, second, after, period] = AMOUNT.exec(text) ?? [];
  const currency = (before ?? after)?.toUpperCase();
  const digits = (first ?? second)?.replaceAll(',', '');
  const days = period === undefined ? lastDays(now) : daysOf(period);
  if (!currency || !digits || !days || !isCurrency(currency)) return undefined;
  const amount = minorUnits({ digits, currency });
  return amount === undefined ? undefined : { by: 'amount', text, amount, currency, ...days };
}

/** `125`, `125.5` and `125.50` HKD are 12,500 and 12,550; more decimals than the currency: none. */
function minorUnits({
  digits,
  currency,
}: {
  digits: string;
  currency: string;
}): number | undefined {
  const decimals = Money.of(0, currency).toDecimal().split('.')[1]?.length ?? 0;
  const [major = '', minor = ''] = digits.split('.');
  if (minor.length > decimals) return undefined;
  const padded = decimals === 0 ? major : `${major}.${minor.padEnd(decimals, '0')}`;
  try {
    return Money.fromDecimal({ text: padded, currency }).amount;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const SOUGHT_DAYS = 90;
const DAY_MS = 86_400_000;

interface Days {
  readonly date_from: string;
  readonly date_to: string;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function lastDays(now: Date): Days {
  return { date_from: dayOf(new Date(+now - SOUGHT_DAYS * DAY_MS)), date_to: dayOf(now) };
}

function daysOf(period: string): Days | undefined {
  const [, year, month] = MONTH.exec(period) ?? [];
  if (year && month) {
    const last = new Date(Date.UTC(Number(year), Number(month), 0));
    return isDay(`${period}-01`) ? { date_from: `${period}-01`, date_to: dayOf(last) } : undefined;
  }
  const [from = '', to = from] = period.split('..');
  return isDay(from) && isDay(to) ? { date_from: from, date_to: to } : undefined;
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text;
}
