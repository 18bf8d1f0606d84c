import { currencyExponent, Money } from '@towpath/kernel';

const DECIMAL = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/;

interface TypedAmount {
  readonly text: string;
  readonly currency: string;
}

/** Minor units of an amount as people type it, `1,250.5`; undefined for anything else. */
export function typedAmount({ text, currency }: TypedAmount): number | undefined {
  const [, major = '', minor = ''] = DECIMAL.exec(text.trim()) ?? [];
  const exponent = currencyExponent(currency);
  if (major === '' || minor.length > exponent) return undefined;
  const decimals = exponent > 0 ? `.${minor.padEnd(exponent, '0')}` : '';
  try {
    return Money.fromDecimal({ text: `${major.replaceAll(',', '')}${decimals}`, currency }).amount;
  } catch {
    return undefined;
  }
}
