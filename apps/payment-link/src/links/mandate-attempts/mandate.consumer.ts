import { Controller } from '@nestjs/common';
import {
  mandateAuthorized,
  mandateCancelled,
  mandateClosed,
  mandateFailed,
  mandateRevoked,
  mandateSucceeded,
  type MandateEventPayload,
} from '@towpath/contracts';
import type { MandateId, PaymentAccountId } from '@towpath/kernel';
import { Concerns, OnEvent, type EventContext } from '@towpath/messaging';
import type { AttemptFailure } from '../payment-links/domain/payment-attempt.js';
import type { MandateNews } from '../payment-links/domain/mandate-step.js';
import { FollowMandate, type MandateReport } from './follow-mandate.use-case.js';
import { failureOf, NOT_COMPLETED, WITHDRAWN } from './mandate-failures.js';

const isOfLink = ({ payment_link_id }: MandateEventPayload): boolean =>
  payment_link_id !== undefined;

/** Events of mandate about mandates of payment links. */
@Controller()
export class MandateConsumer {
  constructor(private readonly followMandate: FollowMandate) {}

  @Concerns(isOfLink)
  @OnEvent(mandateAuthorized)
  authorized(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.follow({ payload, tx, news: 'AUTHORIZED', failure: NOT_COMPLETED });
  }

  @Concerns(isOfLink)
  @OnEvent(mandateSucceeded)
  succeeded(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.follow({ payload, tx, news: 'SUCCEEDED', failure: NOT_COMPLETED });
  }

  @Concerns(isOfLink)
  @OnEvent(mandateFailed)
  failed(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.follow({ payload, tx, news: 'FAILED', failure: failureOf(payload.error) });
  }

  @Concerns(isOfLink)
  @OnEvent(mandateRevoked)
  revoked(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.follow({ payload, tx, news: 'REVOKED', failure: WITHDRAWN });
  }

  @Concerns(isOfLink)
  @OnEvent(mandateCancelled)
  cancelled(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.follow({ payload, tx, news: 'CANCELLED', failure: WITHDRAWN });
  }

  @Concerns(isOfLink)
  @OnEvent(mandateClosed)
  closed(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.follow({ payload, tx, news: 'CLOSED', failure: NOT_COMPLETED });
  }

  private async follow(report: {
    readonly payload: MandateEventPayload;
    readonly tx: EventContext['tx'];
    readonly news: MandateNews;
    readonly failure: AttemptFailure;
  }): Promise<void> {
    const { payload, tx, news, failure } = report;
    if (payload.payment_link_id === undefined) return;
    const mandateId = payload.mandate_id as MandateId;
    await this.followMandate.execute(tx, { mandateId, news, bank: bankOf(payload), failure });
  }
}

/** The bank that will collect the charges, if it is known yet. */
function bankOf(payload: MandateEventPayload): MandateReport['bank'] {
  return {
    institutionId: payload.institution_id ?? null,
    senderAccountId: (payload.sender_account_id ?? null) as PaymentAccountId | null,
    ddaReference: payload.dda_reference ?? null,
  };
}
