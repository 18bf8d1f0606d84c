import { Injectable } from '@nestjs/common';
import { GatewayDialogue } from '../../cards/card-gateways/gateway-dialogue.js';
import type { NextCall } from './gateway-call.js';
import { ReadPageContext } from './read-page-context.query.js';
import { RecordGatewayAnswer } from './attempt.conversation.js';
import { WayToBank } from './way-to-bank.js';

/** Calls the gateway about an attempt as long as it answers; the schedule asks later. */
@Injectable()
export class PursueAttempt {
  constructor(
    private readonly dialogue: GatewayDialogue,
    private readonly recordGatewayAnswer: RecordGatewayAnswer,
    private readonly way: WayToBank,
    private readonly readPageContext: ReadPageContext,
  ) {}

  async execute({ order, call: first }: NextCall): Promise<void> {
    const { attemptId, link } = order;
    const { locale: language } = await this.readPageContext.execute(link);
    const { customerAppId, paymentLinkId } = link.snapshot;
    const errand = { customerAppId, paymentLinkId, attemptId };
    const returnUrl = this.way.addressOf(errand, 'challenge_return');
    const request = { ...order.request, returnUrl, language };
    await this.dialogue.hold({ ...order, request }, first, async (answer) => {
      const { call } = await this.recordGatewayAnswer.execute(customerAppId, attemptId, answer);
      return call;
    });
  }
}
