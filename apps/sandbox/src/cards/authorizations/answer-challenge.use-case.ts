import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import type { AuthorizationRecord } from './domain/authorization.js';
import { issuedReferences } from './issued-references.js';
import { AuthorizationsRepository } from './persistence/authorizations.repository.js';

interface Challenge {
  readonly gateway: string;
  readonly challengeId: string;
}

/**
 * Records the cardholder's decision on the page of the bank. The first decision is final: a second
 * click, a reload or the back button changes nothing.
 */
@Injectable()
export class AnswerChallenge {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
  ) {}

  /** @param approved undefined only looks */
  execute(challenge: Challenge, approved?: boolean): Promise<AuthorizationRecord> {
    return this.transactions.asWorker(async (tx) => {
      const loaded = await this.authorizations.findByChallenge(tx, challenge);
      if (!loaded) throw new GatewayRefusal('not_found', 'There is no such request.');
      const { authorization, now } = loaded;
      if (approved !== undefined && authorization.record.state === 'REQUIRES_ACTION') {
        const issued = issuedReferences(authorization.record);
        authorization.answerChallenge(approved, { issued, now });
        this.authorizations.save(tx, authorization);
      }
      return authorization.record;
    });
  }
}
