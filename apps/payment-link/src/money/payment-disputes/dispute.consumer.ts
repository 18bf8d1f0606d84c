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
import { FollowDispute } from './follow-dispute.use-case.js';

@Controller()
export class DisputeConsumer {
  constructor(private readonly followDispute: FollowDispute) {}

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
    await this.followDispute.execute(tx, payload, sequence);
  }
}
