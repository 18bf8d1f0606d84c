import { Money } from '@towpath/kernel';
import { amountInWords, currencyCodeBeside, formatAmount } from './format-amount.js';

export interface ShownAmount {
  readonly text: string;
  /** ISO code to show beside it if the symbol is ambiguous. */
  readonly code: string | null;
  /** For sentences and buttons. */
  readonly inWords: string;
}

/** An amount as the payer reads it, or null where there is none. */
export function shownAmount(
  view: { readonly amount?: number | null; readonly currency: string },
  locales: readonly string[],
): ShownAmount | null {
  if (view.amount === null || view.amount === undefined) return null;
  const money = Money.of(view.amount, view.currency);
  const text = formatAmount(money, locales);
  const code = currencyCodeBeside(money, text);
  return { text, code, inWords: amountInWords(money, locales) };
}
