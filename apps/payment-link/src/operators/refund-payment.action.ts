import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { DomainError, parseId } from '@towpath/kernel';
import type { ActionTarget, Confirmed, Previewed } from '@towpath/service';
import type { RefundId } from '../money/refunds/refund.table.js';
import { OperatorRefundsService } from '../processes/refund-requests/operator-refunds.service.js';
import { appOf, inWords, MoneyAction } from './money.action.js';

const DONE: Readonly<Record<RefundResponse['status'], (money: string) => string>> = {
  CREATED: (money) => `A refund of ${money} has begun.`,
  SUBMITTED: (money) => `A refund of ${money} is on its way.`,
  EXECUTED: (money) => `${money} went back to the payer.`,
  FAILED: (money) => `The refund of ${money} was refused, and the amount is refundable again.`,
  REVERSED: (money) => `The refund of ${money} came back, and the amount is refundable again.`,
};

/** All that is left of a payment, or a part of it. */
@Injectable()
export class RefundPaymentAction extends MoneyAction {
  readonly name = 'refund_payment';

  constructor(private readonly refunds: OperatorRefundsService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const asked = { paymentId: target.id, amount: target.amount };
    const tried = await this.refunds.tryOut(appOf(target), asked);
    const { status, currency, type, left, refusal } = tried;
    const seen = `${status} ${left}`;
    if (refusal !== undefined) return { refusal, effects: [], seen };
    const amount = target.amount ?? left;
    const way =
      type === 'MANDATE'
        ? 'A payout sends it to the account that the payment came from.'
        : 'The card gateway that took the payment returns it.';
    const effects = [
      `${inWords({ amount, currency })} goes back to the payer.`,
      way,
      `${inWords({ amount: left - amount, currency })} of the payment stays refundable.`,
    ];
    return { effects, seen, money: { amount, currency } };
  }

  async perform(target: ActionTarget, { actionId }: Confirmed): Promise<PerformActionResponse> {
    const app = appOf(target);
    const refundId = parseId<RefundId>(actionId);
    if (!refundId) throw new DomainError('INVALID_REQUEST', 'action_id must be an ID');
    const asked = { refundId, paymentId: target.id, amount: target.amount };
    const refund = await this.refunds.create(app, asked);
    return {
      effects: [DONE[refund.status](inWords(refund))],
      result: { kind: 'refund', customer_app_id: app, id: refund.refund_id },
    };
  }
}
