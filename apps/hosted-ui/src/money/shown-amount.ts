import { Money } from '@towpath/kernel';
import type { HostedView } from '../api/hosted-view.js';
import { amountInWords, currencyCodeBeside, formatAmount } from './format-amount.js';

export interface ShownAmount {
  readonly text: string;
  /** ISO code to set beside it where the symbol alone could be mistaken. */
  readonly code: string | null;
  /** For sentences and buttons. */
  readonly inWords: string;
}

/** The link's amount as the payer reads it, or null for a link that only stores a card. */
export function shownAmount(
  view: Pick<HostedView, 'amount' | 'currency'>,
  locales: readonly string[],
): ShownAmount | null {
  if (view.amount === null || view.amount === undefined) return null;
  const money = Money.of(view.amount, view.currency);
  const text = formatAmount(money, locales);
  const code = currencyCodeBeside(money, text);
  return { text, code, inWords: amountInWords(money, locales) };
}
