import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { Transactions, type Tx } from '@towpath/persistence';

import { GatewayRefusal } from '../gateway-refusal.js';
import {
  Authorization,
  type AuthorizationRecord,
  type AuthorizationRequest,
} from './domain/authorization.js';
import { issuedReferences } from './domain/issued-references.js';
import { AuthorizationsRepository } from './persistence/authorizations.repository.js';
import { CardTokensRepository } from './persistence/card-tokens.repository.js';

export interface AuthorizeCard extends AuthorizationRequest {
  /** A one-time token, or the ID of a stored card. */
  readonly token: string;
}

export interface AuthorizeCardResult {
  readonly record: AuthorizationRecord;
  /** The work was done by this call, whose answer must not arrive. */
  readonly answerLost: boolean;
}

/** Asks the issuer of a card for an amount, or for leave to store the card. */
@Injectable()
export class AuthorizeCardUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
    private readonly tokens: CardTokensRepository,
  ) {}

  execute({ token, ...request }: AuthorizeCard): Promise<AuthorizeCardResult> {
    const requestHash = hashOf({ token, ...request });
    return this.transactions.asWorker(async (tx) => {
      const now = await this.authorizations.lockReference(tx, request);
      const known = await this.authorizations.find(tx, request);
      if (known) {
        await this.authorizations.save(tx, known.authorization);
        return repeated(known.authorization.record, requestHash);
      }
      const card = await this.tokens.cardFor(tx, { token, ...request });
      const terms = { card, requestHash, now, challengeId: newId(tx.systemNow) };
      return this.authorize(
        tx,
        Authorization.request(request, { ...terms, issued: issuedReferences(request) }),
      );
    });
  }

  private async authorize(tx: Tx, authorization: Authorization): Promise<AuthorizeCardResult> {
    await this.authorizations.save(tx, authorization);
    const { record, outcome } = authorization;
    const isFinalStep = record.purpose === 'SETUP' && record.state === 'AUTHORIZED';
    return { record, answerLost: isFinalStep && outcome.losesAnswer === true };
  }
}

function repeated(record: AuthorizationRecord, requestHash: string): AuthorizeCardResult {
  if (record.requestHash === requestHash) return { record, answerLost: false };
  throw new GatewayRefusal('reference_reused', 'This reference belongs to another request.');
}

function hashOf(request: AuthorizeCard): string {
  const members = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
