import { Inject } from '@nestjs/common';
import { currencyExponent, Money, type CustomerAppId } from '@towpath/kernel';
import { OperatorAction, type ActionTarget } from '@towpath/service';
import { PaymentLinkConfig } from '../payment-link.config.js';

/** An action that moves money: above a limit another operator approves it. */
export abstract class MoneyAction extends OperatorAction {
  @Inject(PaymentLinkConfig) private readonly config: PaymentLinkConfig;

  override aloneUpTo(currency: string): number {
    return this.config.operatorAloneUpTo(currency);
  }
}

/** Only a message that was set aside may be about no app. */
export function appOf({ customerAppId }: ActionTarget): CustomerAppId {
  if (customerAppId) return customerAppId;
  throw new Error('the target of an action has no customer app');
}

/** `HKD 12,500.00`; minor units are given. */
export function inWords({
  amount,
  currency,
}: {
  readonly amount: number;
  readonly currency: string;
}): string {
  const minimumFractionDigits = currencyExponent(currency);
  const format = new Intl.NumberFormat('en', { minimumFractionDigits });
  // As text: a float would lose minor units of very large amounts.
  return `${currency} ${format.format(Money.of(amount, currency).toDecimal() as `${number}`)}`;
}
