import { Injectable } from '@nestjs/common';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import { OperatorAction, type ActionTarget, type Previewed } from '@towpath/service';
import { LinkClosingService } from '../links/link-attempts/link-closing.service.js';
import { appOf, inWords } from './money.action.js';

/** What ends with a link, by the method that its payer has chosen. */
const ENDS: Readonly<Record<string, string>> = {
  CARD: 'The attempt of its payer ends, and an authorization of the card is voided.',
  WALLET: 'The attempt of its payer ends, and an authorization of the wallet is voided.',
  MANDATE: 'The attempt of its payer ends, and the draft of a mandate is closed.',
  MANUAL: 'A bank transfer that arrives for it goes back.',
};

/** As the customer app cancels a link: not while money may be moving. */
@Injectable()
export class CancelPaymentLinkAction extends OperatorAction {
  readonly name = 'cancel_payment_link';

  constructor(private readonly closing: LinkClosingService) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const { link, openMethod, refusal } = await this.closing.weighCancel(appOf(target), target.id);
    const { status, version, amount, currency } = link;
    const seen = `${status} ${version}`;
    if (refusal !== undefined) return { refusal, effects: [], seen };
    const what = amount === null ? 'nothing' : inWords({ amount, currency });
    const effects = [`The payment link over ${what} is cancelled: nobody can pay it any more.`];
    const ended = openMethod && ENDS[openMethod];
    return { effects: ended ? [...effects, ended] : effects, seen };
  }

  async perform(target: ActionTarget): Promise<PerformActionResponse> {
    const app = appOf(target);
    const { link } = await this.closing.weighCancel(app, target.id);
    // A repeat after a crash finds it cancelled.
    if (link.status !== 'CANCELLED') await this.closing.cancel(app, target.id);
    return { effects: ['The payment link is cancelled.'] };
  }
}
