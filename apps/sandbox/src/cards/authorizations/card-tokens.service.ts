import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { byKey, byValues, Transactions, type Tx, type WriteBatch } from '@towpath/persistence';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import type { GatewayName } from '../../base/parties/parties.js';
import { REFERENCE } from '../../base/parties/parties.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { cardTokens, storedCards, type AuthorizationRecord } from './authorization.table.js';
import { checkCardEntry, isExpired, type CardEntry } from './card-entry.js';
import { profileOf, type CardSnapshot, type Shopper } from './test-cards.js';

interface TypedCard extends CardEntry {
  readonly gateway: GatewayName;
  readonly session: string;
  readonly shopper: Shopper;
}

interface TokenUse {
  readonly token: string;
  readonly gateway: string;
  readonly customerAppId: string;
}

interface FoundToken {
  /** The app's clock. */
  readonly now: Date;
  readonly card: CardSnapshot | null;
  readonly isOneTime: boolean;
  /** The reference of the request that used it. */
  readonly boundTo: string | null;
  readonly isExpired: boolean;
}

interface FoundStoredCard {
  readonly customerAppId: string;
  /** Its month has not passed on the clock of the app. */
  readonly isUsable: boolean;
}

const RANDOM_BYTES = 24;
/** Real time: the life of a token does not follow the clock of an app. */
const LIFETIME_MINUTES = 15;

/** One-time tokens and stored cards: references to a card whose number is not stored. */
@Injectable()
export class CardTokensService {
  /** Derived from the secret of the gateway, so a leaked table does not allow guessing. */
  private readonly fingerprintKey: Buffer;

  constructor(
    private readonly db: Transactions,
    { gatewaySecret }: SandboxConfig,
  ) {
    this.fingerprintKey = Buffer.from(
      hkdfSync('sha256', gatewaySecret, '', 'card fingerprints', 32),
    );
  }

  /** Exchanges the cardholder's input for a one-time token. Number and code are not stored. */
  issue({ gateway, session, shopper, ...entry }: TypedCard): Promise<{
    readonly token: string;
    readonly card: CardSnapshot;
  }> {
    const token = `tok_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return this.db.asWorker(async (tx) => {
      await tx.begun;
      const card = { ...this.snapshot(checkCardEntry(entry, tx.systemNow), entry), shopper };
      await tx.query(
        byKey(`INSERT INTO card_tokens (token, gateway, session, card, expires_at)
         VALUES ($1, $2, $3, $4, now() + $5 * interval '1 minute')`),
        [token, gateway, session, card, LIFETIME_MINUTES],
      );
      return { token, card };
    });
  }

  /** The card behind a one-time token or a stored card, and the app's clock, in one round trip. */
  async find(tx: Tx, use: TokenUse): Promise<FoundToken> {
    const [row] = await tx.query<FoundToken>(
      byKey(`SELECT app_now($3) AS now, coalesce(t.card, s.card) AS card,
         t.token IS NOT NULL AS "isOneTime", t.reference AS "boundTo",
         coalesce(t.expires_at <= now(), false) AS "isExpired"
       FROM (VALUES (1)) AS one
       LEFT JOIN card_tokens t ON t.token = $1 AND t.gateway = $2
       LEFT JOIN stored_cards s ON s.stored_payment_method_id = $1 AND s.gateway = $2
         AND s.customer_app_id = $3`),
      [use.token, use.gateway, use.customerAppId],
    );
    if (!row) throw new Error('the database gave no time');
    return row;
  }

  /** Binds the token to its one reference, unless another request was first. */
  bind(batch: WriteBatch, { token, reference }: { token: string; reference: string }): void {
    cardTokens.change(batch, { token, reference: null }, { reference });
  }

  /** Keeps the card of an authorized request for later charges, which are typed in no browser. */
  keep(batch: WriteBatch, record: AuthorizationRecord): void {
    const { storedPaymentMethodId, gateway, customerAppId, reference } = record;
    if (storedPaymentMethodId === null) return;
    const card = { ...record.card, shopper: undefined } as CardSnapshot;
    storedCards.insert(batch, { storedPaymentMethodId, gateway, customerAppId, reference, card });
  }

  /** Throws `not_found` for one-time tokens, wallets and whatever else is not stored. */
  async findStored(gateway: GatewayName, id: string): Promise<FoundStoredCard> {
    const [found] = REFERENCE.test(id)
      ? await this.db.asWorker((tx) =>
          tx.query<{ customerAppId: string; card: CardSnapshot; now: Date }>(
            byKey(`SELECT customer_app_id AS "customerAppId", card, app_now(customer_app_id) AS now
             FROM stored_cards WHERE stored_payment_method_id = $1 AND gateway = $2`),
            [id, gateway],
          ),
        )
      : [];
    if (!found) throw new GatewayRefusal('not_found', 'There is no stored card with this ID.');
    const { customerAppId, now } = found;
    const { expiryMonth: month, expiryYear: year } = found.card;
    return { customerAppId, isUsable: !isExpired({ month, year }, now) };
  }

  /** Deletes one-time tokens that were not used within a day. */
  async forgetStale(): Promise<void> {
    await this.db.asWorker((tx) =>
      tx.query(byValues(`DELETE FROM card_tokens WHERE expires_at < now() - interval '1 day'`)),
    );
  }

  private snapshot(digits: string, { expiryMonth, expiryYear }: CardEntry): CardSnapshot {
    return {
      ...profileOf(digits),
      last4: digits.slice(-4),
      expiryMonth,
      expiryYear,
      fingerprint: this.fingerprintOf(['account', digits]),
      cardNumberAlias: this.fingerprintOf(['number', digits, expiryMonth, expiryYear]),
    };
  }

  private fingerprintOf(parts: readonly (string | number)[]): string {
    const digest = createHmac('sha256', this.fingerprintKey).update(JSON.stringify(parts)).digest();
    return digest.subarray(0, 12).toString('hex').toUpperCase();
  }
}

/** The card of a token, or why this request may not use it. */
export function usableCard({ card, boundTo, isExpired: hasExpired }: FoundToken): CardSnapshot {
  if (!card) {
    const refusal = 'There is no such token or stored card.';
    throw new GatewayRefusal('unknown_token', refusal, { field: 'token' });
  }
  if (boundTo !== null) {
    throw new GatewayRefusal('token_used', 'The token was used under another reference.');
  }
  if (hasExpired) throw new GatewayRefusal('token_expired', 'The token has expired.');
  return card;
}
