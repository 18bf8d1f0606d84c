import { Money } from '@towpath/kernel';
import { amountInWords, knownLocales } from '../../../shared/money/format-amount.js';
import type { LimitPeriod, MandateDetails } from '../api/mandate-view.js';

/** Minor units as the payer's locale writes them. */
export function amountText(minor: number, currency: string, locales: readonly string[]): string {
  return amountInWords(Money.of(minor, currency), locales);
}

/** A calendar day (`2026-11-21`, UTC) as the payer's locale writes it. */
export function dateText(date: string, locales: readonly string[]): string {
  const format = new Intl.DateTimeFormat(knownLocales(locales), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** The terms about money and time in the form for display; null if there are none. */
interface WrittenTerms {
  readonly perPayment: string | null;
  /** The payer's own. */
  readonly ownMost: string | null;
  /** Nothing above the payer's own may be collected anyway. */
  readonly onlyOwn: boolean;
  readonly perPeriod: string | null;
  readonly count: number | null;
  readonly period: LimitPeriod | null;
  readonly from: string | null;
  readonly until: string | null;
}

export function writtenTerms(details: MandateDetails, locales: readonly string[]): WrittenTerms {
  const { currency, transaction_limits: limits, start_date: from, end_date: until } = details;
  const amount = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? null : amountText(minor, currency, locales);
  const own = limits?.max_transaction_amount_set_by_payer_initial;
  return {
    perPayment: amount(limits?.max_transaction_amount),
    ownMost: amount(own),
    onlyOwn: typeof own === 'number' && own === limits?.max_transaction_amount,
    perPeriod: limits?.period ? amount(limits.max_period_amount) : null,
    count: limits?.period ? (limits.max_period_count ?? null) : null,
    period: limits?.period ?? null,
    from: from ? dateText(from, locales) : null,
    until: until ? dateText(until, locales) : null,
  };
}
