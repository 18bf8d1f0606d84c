import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { MandateStatus } from '@towpath/contracts';
import type { MandateRecord } from '@towpath/contracts/internal';
import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { bankOf } from '../../debit/mandate-charges/mandate-charges.service.js';
import { MandateListeners, type MandateListener } from '../payment-links/mandate-listeners.js';
import type { MandateNews } from '../payment-links/domain/mandate-step.js';
import { FollowMandate } from './follow-mandate.use-case.js';
import { failureOf, NOT_COMPLETED, WITHDRAWN } from './mandate-failures.js';

/** The event of each status; null for a draft, which has none yet. */
const NEWS: Record<MandateStatus, MandateNews | null> = {
  AUTHORIZATION_REQUIRED: null,
  AUTHORIZING: null,
  PROCESSING: 'AUTHORIZED',
  READY_TO_SUBMIT: 'AUTHORIZED',
  SUBMITTED: 'AUTHORIZED',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  REVOKED: 'REVOKED',
  CANCELLED: 'CANCELLED',
  CLOSED: 'CLOSED',
};

/**
 * Records the answer of mandate about a mandate like the event of that state. It is repeatable: the
 * state of the attempt decides what remains to be done.
 */
@Injectable()
export class HearMandate implements MandateListener, OnModuleInit {
  constructor(
    private readonly followMandate: FollowMandate,
    private readonly listeners: MandateListeners,
  ) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

  async execute(tx: AppTx, mandate: MandateRecord): Promise<void> {
    const news = NEWS[mandate.status];
    if (news === null) return;
    await this.followMandate.execute(tx, {
      mandateId: mandate.mandate_id as MandateId,
      news,
      bank: bankOf(mandate),
      failure: failureIn(mandate, news),
    });
  }
}

function failureIn({ error }: MandateRecord, news: MandateNews) {
  if (news === 'FAILED') return failureOf(error);
  return news === 'REVOKED' || news === 'CANCELLED' ? WITHDRAWN : NOT_COMPLETED;
}
