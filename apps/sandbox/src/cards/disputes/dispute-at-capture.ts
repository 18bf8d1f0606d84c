import { Injectable } from '@nestjs/common';
import type { WriteBatch } from '@towpath/persistence';

import { CaptureFollower, type CapturedCard } from '../authorizations/ports.js';
import { disputeReferenceOf } from './dispute-texts.js';
import { openDispute } from './domain/card-dispute.js';
import { CardDisputesRepository } from './persistence/card-disputes.repository.js';

/** Some cards contest their payment at once. */
@Injectable()
export class DisputeAtCapture extends CaptureFollower {
  constructor(private readonly disputes: CardDisputesRepository) {
    super();
  }

  override captured(batch: WriteBatch, { authorization, now }: CapturedCard): void {
    const { record, outcome } = authorization;
    if (!outcome.dispute || record.capturedAt === null) return;
    const { isDefendable } = outcome.dispute;
    const disputeReference = disputeReferenceOf(record, 0);
    const { amount } = record;
    const dispute = openDispute(record, { amount, isDefendable, disputeReference, now });
    this.disputes.add(batch, { dispute, authorization: record });
  }
}
