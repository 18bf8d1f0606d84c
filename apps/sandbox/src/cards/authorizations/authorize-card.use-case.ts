import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { Transactions, uniqueViolation, WriteBatch, type Tx } from '@towpath/persistence';

import { answered, type Done } from '../../base/parties/gateway-refusal.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';
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

interface CardRequest extends AuthorizationRequest {
  /** A one-time token, the ID of a stored card, or `wallet`. */
  readonly token: string;
}

/** Asks the issuer of a card for an amount, or for leave to store the card. */
@Injectable()
export class AuthorizeCard {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
    private readonly tokens: CardTokensRepository,
  ) {}

  async execute({ token, ...request }: CardRequest): Promise<AuthorizationRecord> {
    const asked = { request, token, hash: requestHash({ token, ...request }) };
    try {
      return answered(await this.transactions.asWorker((tx) => this.firstTime(tx, asked)));
    } catch (error) {
      if (uniqueViolation(error) !== ONE_PER_REFERENCE) throw error;
      const known = await this.transactions.asWorker((tx) => this.again(tx, asked));
      if (known) return known.record;
      throw new Error('a reference that is taken has no authorization', { cause: error });
    }
  }

  /** Most requests are new, so the reference is looked up only if the token was used before. */
  private async firstTime(tx: Tx, asked: Asked): Promise<Done<AuthorizationRecord>> {
    const { request, token, hash } = asked;
    const use = { token, ...request };
    const found = await this.tokens.look(tx, use);
    const look = token === WALLET_TOKEN ? { ...found, card: WALLET } : found;
    if (!look.card || look.boundTo !== null || look.expired) {
      const known = await this.again(tx, asked);
      if (known) return known;
    }
    const authorization = Authorization.request(request, {
      card: usableCard(look),
      requestHash: hash,
      issued: issuedReferences(request),
      challengeId: newId(tx.systemNow),
      now: look.now,
    });
    const batch = new WriteBatch();
    if (look.oneTime) this.tokens.bind(batch, use);
    this.authorizations.save(tx, authorization, batch);
    const { record, outcome } = authorization;
    const isLastStep = record.purpose === 'SETUP' && record.state === 'AUTHORIZED';
    return { record, answerLost: isLastStep && outcome.losesAnswer === true };
  }

  private async again(
    tx: Tx,
    { request, hash }: Asked,
  ): Promise<Done<AuthorizationRecord> | undefined> {
    const known = await this.authorizations.find(tx, request);
    if (!known) return undefined;
    this.authorizations.save(tx, known.authorization);
    const { record } = known.authorization;
    assertRepeated(record, hash);
    return { record, answerLost: false };
  }
}

interface Asked {
  readonly request: AuthorizationRequest;
  readonly token: string;
  readonly hash: string;
}
