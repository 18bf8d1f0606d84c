import { Injectable } from '@nestjs/common';
import { Transactions, WriteBatch } from '@towpath/persistence';

import { answered } from '../../base/parties/gateway-refusal.js';
import type { AuthorizationKey, AuthorizationRecord } from './domain/authorization.js';
import { AuthorizationsRepository } from './persistence/authorizations.repository.js';
import { CaptureFollower } from './ports.js';

/** Captures the authorized money. A repeat returns the same answer and captures nothing more. */
@Injectable()
export class CaptureAuthorization {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
    private readonly follower: CaptureFollower,
  ) {}

  async execute(key: AuthorizationKey): Promise<AuthorizationRecord> {
    const captured = await this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.authorizations.get(tx, key);
      const isFirst = authorization.capture(now);
      const batch = new WriteBatch();
      if (isFirst) this.follower.captured(batch, { authorization, now });
      this.authorizations.save(tx, authorization, batch);
      const answerLost = isFirst && authorization.outcome.losesAnswer === true;
      return { record: authorization.record, answerLost };
    });
    return answered(captured);
  }
}
