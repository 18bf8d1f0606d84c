import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import { OperatorAction, type ActionTarget, type Previewed } from '@towpath/service';
import { PayoutsService } from '../money/payouts/payouts.service.js';
import { appOf, inWords } from './money.action.js';

/** As the customer app cancels a payout: only while nothing is held for it. */
@Injectable()
export class CancelPayoutAction extends OperatorAction {
  readonly name = 'cancel_payout';

  constructor(private readonly payouts: PayoutsService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const { payout, refusal } = await this.payouts.weighCancel(appOf(target), target.id);
    const seen = `${payout.status} ${payout.sequence}`;
    if (refusal !== undefined) return { refusal, effects: [], seen };
    return { effects: [`The payout of ${inWords(payout)} is cancelled: nothing is sent.`], seen };
  }

  async perform(target: ActionTarget): Promise<PerformActionResponse> {
    const app = appOf(target);
    const { payout } = await this.payouts.weighCancel(app, target.id);
    // A repeat after a crash finds it cancelled.
    if (payout.status !== 'CANCELLED') await this.payouts.cancel(app, target.id);
    return { effects: [`The payout of ${inWords(payout)} is cancelled.`] };
  }
}
