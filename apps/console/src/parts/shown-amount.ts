import { currencyExponent, isCurrency, Money } from '@towpath/kernel';

/** An amount in minor units, with its code; the decimals are those of ISO 4217. */
export function shownAmount(amount: number, currency: string): string {
  if (!isCurrency(currency)) return `${amount} ${currency}`;
  const exponent = currencyExponent(currency);
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // Decimal text is formatted exactly; a float would lose minor units of very large amounts.
  return `${currency} ${format.format(Money.of(amount, currency).toDecimal() as `${number}`)}`;
}
