import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import type { ActionTarget, Confirmed, Previewed } from '@towpath/service';
import {
  UnmatchedTransfersService,
  type WeighedTransfer,
} from '../links/manual-transfers/unmatched-transfers.service.js';
import { appOf, inWords, MoneyAction } from './money.action.js';

/** An unmatched transfer is given to a payment link, as if its text had named it. */
@Injectable()
export class AssignTransferAction extends MoneyAction {
  readonly name = 'assign_transfer';

  constructor(private readonly transfers: UnmatchedTransfersService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const app = appOf(target);
    const { outcome } = await this.transfers.find(app, target.id);
    const { paymentLinkId } = target;
    if (!paymentLinkId) {
      return { refusal: 'Name the payment link that it pays.', effects: [], seen: outcome };
    }
    try {
      const asked = { incomingTransferId: target.id, paymentLinkId };
      const weighed = await this.transfers.weigh(app, asked);
      const { status, version } = weighed.link;
      const money = { amount: weighed.transfer.amount, currency: weighed.transfer.currency };
      return { effects: effectsOf(weighed), seen: `${outcome} ${status} ${version}`, money };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { refusal: error.explanation, effects: [], seen: outcome };
    }
  }

  async perform(target: ActionTarget, { actionId }: Confirmed): Promise<PerformActionResponse> {
    const app = appOf(target);
    const { id: incomingTransferId, paymentLinkId } = target;
    if (!paymentLinkId) throw new DomainError('INVALID_REQUEST', 'payment_link_id is missing');
    const given = { incomingTransferId, paymentLinkId, actionId };
    const { outcome, paymentId, ...transfer } = await this.transfers.assign(app, given);
    return {
      effects: [`The transfer of ${inWords(transfer)} is ${outcome}.`],
      ...(paymentId && { result: { kind: 'payment', customer_app_id: app, id: paymentId } }),
    };
  }
}

function effectsOf({ transfer, rule }: WeighedTransfer): string[] {
  const { amount, currency } = transfer;
  const { pays, goesBack, reason } = rule;
  const whole = inWords({ amount, currency });
  const back = inWords({ amount: goesBack, currency });
  if (!pays) return [`RETURNED: ${whole} goes back to its sender.`, `Why: ${reason}.`];
  const paid = inWords({ amount: amount - goesBack, currency });
  const isPaid = `${paid} of the transfer pays the payment link, whose payment is EXECUTED.`;
  if (goesBack === 0) return [`PAID: ${isPaid}`];
  return [`OVERPAID: ${isPaid}`, `${back} goes back to its sender.`];
}
