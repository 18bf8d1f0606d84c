import { Money } from '@towpath/kernel';
import { amountInWords } from '../../../shared/money/format-amount.js';
import { Facts } from '../../../shared/parts/facts.js';
import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';

/** A surcharge for sentences and buttons; minor units. */
export function surchargeText(amount: number, { currency }: Pick<HostedView, 'currency'>): string {
  return amountInWords(Money.of(amount, currency), navigator.languages);
}

interface PriceLinesProps {
  readonly view: HostedView;
  /** Minor units. */
  readonly surcharge: number;
  readonly texts: Texts;
}

/** Amount, surcharge and total, before they are paid; nothing where no surcharge is due. */
export function PriceLines({ view, surcharge, texts }: PriceLinesProps) {
  if (surcharge === 0 || !view.amount) return null;
  const words = texts.surcharge;
  const facts = [
    [texts.summary.amount, surchargeText(view.amount, view), 'as_is'],
    [words.label, surchargeText(surcharge, view), 'as_is'],
    [words.total, surchargeText(view.amount + surcharge, view), 'as_is'],
  ] as const;
  return <Facts facts={facts} />;
}
