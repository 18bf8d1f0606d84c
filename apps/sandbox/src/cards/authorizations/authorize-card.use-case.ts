import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { Transactions, uniqueViolation, WriteBatch, type Tx } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import {
  Authorization,
  type AuthorizationRecord,
  type AuthorizationRequest,
} from './domain/authorization.js';
import { issuedReferences } from './issued-references.js';
import { WALLET, WALLET_TOKEN } from './domain/wallet.js';
import {
  AuthorizationsRepository,
  ONE_PER_REFERENCE,
} from './persistence/authorizations.repository.js';
import { CardTokensRepository, usableCard } from './persistence/card-tokens.repository.js';

interface AuthorizeCard extends AuthorizationRequest {
  /** A one-time token, the ID of a stored card, or `wallet`. */
  readonly token: string;
}

interface AuthorizeCardResult {
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

  async execute({ token, ...request }: AuthorizeCard): Promise<AuthorizeCardResult> {
    const asked = { request, token, requestHash: hashOf({ token, ...request }) };
    try {
      return await this.transactions.asWorker((tx) => this.firstTime(tx, asked));
    } catch (error) {
      if (uniqueViolation(error) !== ONE_PER_REFERENCE) throw error;
      return this.transactions.asWorker((tx) => this.again(tx, asked).then(mustBeKnown));
    }
  }

  /** Most requests are new, so the reference is looked up only if the token was used before. */
  private async firstTime(tx: Tx, asked: Asked): Promise<AuthorizeCardResult> {
    const { request, token, requestHash } = asked;
    const use = { token, ...request };
    const found = await this.tokens.look(tx, use);
    const look = token === WALLET_TOKEN ? { ...found, card: WALLET } : found;
    if (!look.card || look.boundTo !== null || look.expired) {
      const known = await this.again(tx, asked);
      if (known) return known;
    }
    const authorization = Authorization.request(request, {
      card: usableCard(look),
      requestHash,
      issued: issuedReferences(request),
      challengeId: newId(tx.systemNow),
      now: look.now,
    });
    const batch = new WriteBatch();
    if (look.oneTime) this.tokens.bind(batch, use);
    await this.authorizations.save(tx, authorization, batch);
    const { record, outcome } = authorization;
    const isLastStep = record.purpose === 'SETUP' && record.state === 'AUTHORIZED';
    return { record, answerLost: isLastStep && outcome.losesAnswer === true };
  }

  private async again(
    tx: Tx,
    { request, requestHash }: Asked,
  ): Promise<AuthorizeCardResult | undefined> {
    const known = await this.authorizations.find(tx, request);
    if (!known) return undefined;
    await this.authorizations.save(tx, known.authorization);
    return repeated(known.authorization.record, requestHash);
  }
}

interface Asked {
  readonly request: AuthorizationRequest;
  readonly token: string;
  readonly requestHash: string;
}

function mustBeKnown(result: AuthorizeCardResult | undefined): AuthorizeCardResult {
  if (result) return result;
  throw new Error('a reference that is taken has no authorization');
}

function repeated(record: AuthorizationRecord, requestHash: string): AuthorizeCardResult {
  if (record.requestHash === requestHash) return { record, answerLost: false };
  throw new GatewayRefusal('reference_reused', 'This reference belongs to another request.');
}

function hashOf(request: AuthorizeCard): string {
  const members = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
