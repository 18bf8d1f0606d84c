import { Inject } from '@nestjs/common';
import { Money, type CustomerAppId } from '@towpath/kernel';
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

/** `HKD 125.00`; minor units are given. */
export function inWords({
  amount,
  currency,
}: {
  readonly amount: number;
  readonly currency: string;
}): string {
  return `${currency} ${Money.of(amount, currency).toDecimal()}`;
}
