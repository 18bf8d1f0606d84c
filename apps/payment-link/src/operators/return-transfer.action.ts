import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import { refusalOf } from '@towpath/kernel';
import type { ActionTarget, Confirmed, Previewed } from '@towpath/service';
import {
  assertUnmatched,
  UnmatchedTransfersService,
} from '../links/manual-transfers/unmatched-transfers.service.js';
import { appOf, inWords, MoneyAction } from './money.action.js';

/** An unmatched transfer, for which nobody finds a payment link, goes back to its sender. */
@Injectable()
export class ReturnTransferAction extends MoneyAction {
  readonly name = 'return_transfer';

  constructor(private readonly transfers: UnmatchedTransfersService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const transfer = await this.transfers.find(appOf(target), target.id);
    const { outcome: seen, amount, currency } = transfer;
    const refusal = refusalOf(() => assertUnmatched(transfer));
    if (refusal !== undefined) return { refusal, effects: [], seen };
    const money = { amount, currency };
    const effects = [
      `RETURNED: ${inWords(money)} goes back to its sender.`,
      'The text of the transfer is deleted here.',
    ];
    return { effects, seen, money };
  }

  async perform(target: ActionTarget, { actionId }: Confirmed): Promise<PerformActionResponse> {
    const returned = { incomingTransferId: target.id, actionId };
    const transfer = await this.transfers.sendBack(appOf(target), returned);
    return { effects: [`The transfer of ${inWords(transfer)} is ${transfer.outcome}.`] };
  }
}
