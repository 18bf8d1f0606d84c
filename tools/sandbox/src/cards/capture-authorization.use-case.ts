import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import type { AuthorizationRecord } from './domain/authorization.js';
import {
  AuthorizationsRepository,
  type AuthorizationKey,
} from './persistence/authorizations.repository.js';

export interface CaptureResult {
  readonly record: AuthorizationRecord;
  readonly answerLost: boolean;
}

/** Takes the authorized money. Repeating it tells the same and takes nothing more. */
@Injectable()
export class CaptureAuthorizationUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
  ) {}

  execute(key: AuthorizationKey): Promise<CaptureResult> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.authorizations.get(tx, key);
      const isFirst = authorization.capture(now);
      await this.authorizations.save(tx, authorization);
      const answerLost = isFirst && authorization.outcome.losesAnswer === true;
      return { record: authorization.record, answerLost };
    });
  }
}
