import { Injectable } from '@nestjs/common';
import { Transactions, WriteBatch } from '@towpath/persistence';

import { openDispute } from '../disputes/domain/card-dispute.js';
import { CardDisputesRepository } from '../disputes/persistence/card-disputes.repository.js';
import type { Authorization, AuthorizationRecord } from './domain/authorization.js';
import {
  AuthorizationsRepository,
  type AuthorizationKey,
} from './persistence/authorizations.repository.js';

interface CaptureResult {
  readonly record: AuthorizationRecord;
  readonly answerLost: boolean;
}

/** Captures the authorized money. A repeat returns the same answer and captures nothing more. */
@Injectable()
export class CaptureAuthorizationUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
    private readonly disputes: CardDisputesRepository,
  ) {}

  execute(key: AuthorizationKey): Promise<CaptureResult> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.authorizations.get(tx, key);
      const isFirst = authorization.capture(now);
      const batch = new WriteBatch();
      if (isFirst) this.dispute(batch, { authorization, now });
      await this.authorizations.save(tx, authorization, batch);
      const answerLost = isFirst && authorization.outcome.losesAnswer === true;
      return { record: authorization.record, answerLost };
    });
  }

  /** Some cards contest their payment at once. */
  private dispute(batch: WriteBatch, { authorization, now }: Captured): void {
    const { record, outcome } = authorization;
    if (!outcome.dispute || record.capturedAt === null) return;
    const { isDefendable } = outcome.dispute;
    const { amount } = record;
    const dispute = openDispute(record, { amount, isDefendable, earlier: 0, now });
    this.disputes.add(batch, { dispute, authorization: record });
  }
}

interface Captured {
  readonly authorization: Authorization;
  readonly now: Date;
}
