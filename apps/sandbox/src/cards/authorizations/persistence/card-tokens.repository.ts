import { Injectable } from '@nestjs/common';
import { byValues, byKey, type Tx, type WriteBatch } from '@towpath/persistence';

import { GatewayRefusal } from '../../../base/parties/gateway-refusal.js';
import type { CardSnapshot } from '../domain/authorization.js';

/** Real time: the life of a token does not follow the clock of an app. */
const LIFETIME_MINUTES = 15;

interface NewCardToken {
  readonly token: string;
  readonly gateway: string;
  readonly session: string;
  readonly card: CardSnapshot;
}

export interface TokenUse {
  readonly token: string;
  readonly gateway: string;
  readonly customerAppId: string;
  readonly reference: string;
}

interface TokenLook {
  /** The app's clock. */
  readonly now: Date;
  readonly card: CardSnapshot | null;
  readonly oneTime: boolean;
  readonly boundTo: string | null;
  readonly expired: boolean;
}

/** A card that is kept for later charges of one app. */
interface StoredCardLook {
  readonly customerAppId: string;
  readonly card: CardSnapshot;
  /** The clock of that app. */
  readonly now: Date;
}

/** One-time tokens and stored cards: references to a card whose number is not stored. */
@Injectable()
export class CardTokensRepository {
  async insert(tx: Tx, { token, gateway, session, card }: NewCardToken): Promise<void> {
    await tx.query(
      byKey(`INSERT INTO card_tokens (token, gateway, session, card, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 minute')`),
      [token, gateway, session, card, LIFETIME_MINUTES],
    );
  }

  /** The card behind a one-time token or a stored card, and the app's clock, in one round trip. */
  async look(tx: Tx, use: TokenUse): Promise<TokenLook> {
    const [row] = await tx.query<TokenLook>(
      byKey(`SELECT app_now($3) AS now, coalesce(t.card, s.card) AS card, t.token IS NOT NULL AS "oneTime",
         t.reference AS "boundTo", coalesce(t.expires_at <= now(), false) AS expired
       FROM (VALUES (1)) AS one
       LEFT JOIN card_tokens t ON t.token = $1 AND t.gateway = $2
       LEFT JOIN stored_cards s ON s.stored_payment_method_id = $1 AND s.gateway = $2
         AND s.customer_app_id = $3`),
      [use.token, use.gateway, use.customerAppId],
    );
    if (!row) throw new Error('the database did not tell the time');
    return row;
  }

  /** Undefined unless it is a stored card of the gateway; one-time tokens and wallets are not. */
  async findStored(
    tx: Tx,
    { gateway, id }: { readonly gateway: string; readonly id: string },
  ): Promise<StoredCardLook | undefined> {
    const [row] = await tx.query<StoredCardLook>(
      byKey(`SELECT customer_app_id AS "customerAppId", card, app_now(customer_app_id) AS now
       FROM stored_cards WHERE stored_payment_method_id = $1 AND gateway = $2`),
      [id, gateway],
    );
    return row;
  }

  /** Binds the token to its one reference, unless another request was first. */
  bind(batch: WriteBatch, { token, reference }: TokenUse): void {
    batch.update('card_tokens', { token, reference: null }, { reference });
  }

  /** Deletes tokens that were not used within a day. */
  async deleteStale(tx: Tx): Promise<void> {
    await tx.query(byValues(`DELETE FROM card_tokens WHERE expires_at < now() - interval '1 day'`));
  }
}

/** The card of a look, or why this request may not use it. */
export function usableCard({ card, boundTo, expired }: TokenLook): CardSnapshot {
  if (!card) {
    const refusal = 'There is no such token or stored card.';
    throw new GatewayRefusal('unknown_token', refusal, { field: 'token' });
  }
  if (boundTo !== null) {
    throw new GatewayRefusal('token_used', 'The token was used under another reference.');
  }
  if (expired) throw new GatewayRefusal('token_expired', 'The token has expired.');
  return card;
}
