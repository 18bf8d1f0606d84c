import { currencyExponent, isCurrency } from './currencies.js';

/** An amount of money: a safe integer in minor units of an ISO 4217 currency. Never a fraction. */
export class Money {
  private constructor(
    readonly amount: number,
    readonly currency: string,
  ) {}

  static of(amount: number, currency: string): Money {
    if (!Number.isSafeInteger(amount)) throw new RangeError('amount must be a safe integer');
    if (!isCurrency(currency)) throw new RangeError('currency must be an ISO 4217 code');
    return new Money(amount, currency);
  }

  /**
   * Reads what `toDecimal` writes, with exactly the decimals of the currency: `12.34` HKD, `1234`
   * JPY. Throws RangeError for anything else.
   */
  static fromDecimal(decimal: { readonly text: string; readonly currency: string }): Money {
    const { text, currency } = decimal;
    const [, sign = '', major = '', minor = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    if (major === '' || minor.length !== currencyExponent(currency)) {
      throw new RangeError(`"${text}" is not an amount of ${currency}`);
    }
    return Money.of(Number(`${sign}${major}${minor}`), currency);
  }

  add(other: Money): Money {
    return Money.of(this.amount + this.sameCurrency(other), this.currency);
  }

  subtract(other: Money): Money {
    return Money.of(this.amount - this.sameCurrency(other), this.currency);
  }

  equals(other: Money): boolean {
    return this.amount === other.amount && this.currency === other.currency;
  }

  /** Major units as decimal text: 1234 JPY is `1234`, 1234 HKD is `12.34`, 1234 KWD is `1.234`. */
  toDecimal(): string {
    const exponent = currencyExponent(this.currency);
    if (exponent === 0) return String(this.amount);
    const sign = this.amount < 0 ? '-' : '';
    const digits = String(Math.abs(this.amount)).padStart(exponent + 1, '0');
    return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  }

  private sameCurrency(other: Money): number {
    if (other.currency !== this.currency) {
      throw new RangeError(`cannot combine ${this.currency} with ${other.currency}`);
    }
    return other.amount;
  }
}
