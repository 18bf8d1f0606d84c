import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import { OperatorAction, type ActionTarget, type Previewed } from '@towpath/service';
import { DecisionsService } from '../mandates/decisions/decisions.service.js';

/** As the customer app cancels the payment method of a mandate. */
@Injectable()
export class CancelMandateAction extends OperatorAction {
  readonly name = 'cancel_mandate';

  constructor(private readonly decisions: DecisionsService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const { mandate, refusal } = await this.decisions.weighCancel(appOf(target), target.id);
    const { status, sequence } = mandate;
    const seen = `${status} ${sequence}`;
    if (refusal !== undefined) return { refusal, effects: [], seen };
    const effects =
      status === 'SUCCEEDED'
        ? [
            'The mandate is cancelled, also at its bank: nothing more is charged on it.',
            'Debits that the bank has already are not taken back.',
          ]
        : ['The mandate is cancelled: its payer can no longer authorize it.'];
    return { effects, seen };
  }

  /** A repeat finds it cancelled. */
  async perform(target: ActionTarget): Promise<PerformActionResponse> {
    await this.decisions.cancel(appOf(target), target.id);
    return { effects: ['The mandate is cancelled.'] };
  }
}

function appOf({ customerAppId }: ActionTarget): CustomerAppId {
  if (customerAppId) return customerAppId;
  throw new Error('the target of an action has no customer app');
}
