import { Injectable } from '@nestjs/common';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { answered } from '../../base/parties/gateway-refusal.js';
import type { AuthorizationKey } from '../authorizations/authorization.js';
import type { AuthorizationRecord } from '../authorizations/authorization.table.js';
import { AuthorizationsService } from '../authorizations/authorizations.service.js';
import { CardDisputesService } from './card-disputes.service.js';

/** Captured money, which some cards contest at once. */
@Injectable()
export class CapturesService {
  constructor(
    private readonly db: Transactions,
    private readonly authorizations: AuthorizationsService,
    private readonly disputes: CardDisputesService,
  ) {}

  /** Captures the authorized money. A repeat returns the same answer and captures nothing more. */
  async capture(key: AuthorizationKey): Promise<AuthorizationRecord> {
    const captured = await this.db.asWorker(async (tx) => {
      const { authorization, now } = await this.authorizations.get(tx, key);
      const isFirst = authorization.capture(now);
      const { record, outcome } = authorization;
      const batch = new WriteBatch();
      if (isFirst && outcome.dispute && record.capturedAt !== null) {
        this.disputes.openIn(tx, batch, {
          record,
          isDefendable: outcome.dispute.isDefendable,
          now,
        });
      }
      this.authorizations.save(tx, authorization, batch);
      return { record, answerLost: isFirst && outcome.losesAnswer === true };
    });
    return answered(captured);
  }
}
