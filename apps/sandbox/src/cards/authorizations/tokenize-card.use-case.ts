import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { CardFingerprints } from './card-fingerprints.js';
import type { CardSnapshot, Shopper } from './domain/authorization.js';
import { checkCardEntry, type CardEntry } from './card-entry.js';
import { profileOf } from './domain/test-cards.js';
import { CardTokensRepository } from './persistence/card-tokens.repository.js';

interface TypedCard extends CardEntry {
  readonly gateway: string;
  readonly session: string;
  readonly shopper: Shopper;
}

interface TokenizedCard {
  readonly token: string;
  readonly card: CardSnapshot;
}

const RANDOM_BYTES = 24;

/** Exchanges the cardholder's input for a one-time token. Number and code are not stored. */
@Injectable()
export class TokenizeCard {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: CardTokensRepository,
    private readonly fingerprints: CardFingerprints,
  ) {}

  execute({ gateway, session, shopper, ...entry }: TypedCard): Promise<TokenizedCard> {
    const token = `tok_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return this.transactions.asWorker(async (tx) => {
      await tx.begun;
      const card = { ...this.snapshot(checkCardEntry(entry, tx.systemNow), entry), shopper };
      await this.tokens.insert(tx, { token, gateway, session, card });
      return { token, card };
    });
  }

  private snapshot(digits: string, { expiryMonth, expiryYear }: CardEntry): CardSnapshot {
    const expiry = { month: expiryMonth, year: expiryYear };
    return {
      ...profileOf(digits),
      last4: digits.slice(-4),
      expiryMonth,
      expiryYear,
      fingerprint: this.fingerprints.ofAccount(digits),
      cardNumberAlias: this.fingerprints.ofNumber(digits, expiry),
    };
  }
}
