import { Controller } from '@nestjs/common';
import {
  disputeAccepted,
  disputeChargebackReceived,
  disputeDeadlineApproaching,
  disputeDeadlinePassed,
  disputeDefended,
  disputeLost,
  disputeReopened,
  disputeStatusCorrected,
  disputeWon,
  type DisputeEventPayload,
} from '@towpath/contracts';
import { HasEffect, OnEvent, type EventContext } from '@towpath/messaging';
import { KeptMoneyService } from './kept-money.service.js';

@Controller()
export class KeptMoneyConsumer {
  constructor(private readonly keptMoney: KeptMoneyService) {}

  @OnEvent(
    disputeChargebackReceived,
    disputeDeadlineApproaching,
    disputeDefended,
    disputeAccepted,
    disputeDeadlinePassed,
    disputeWon,
    disputeLost,
    disputeReopened,
    disputeStatusCorrected,
  )
  @HasEffect()
  async moved(payload: DisputeEventPayload, { tx, sequence }: EventContext): Promise<void> {
    await this.keptMoney.disputeMoved(tx, payload, sequence);
  }
}
