import { Injectable } from '@nestjs/common';
import type { Tx } from '@towpath/persistence';

import { GatewayRefusal } from '../../gateway-refusal.js';
import type { GatewayName } from '../../gateways.js';
import type { CardSnapshot } from '../domain/authorization.js';

/** Real time: the life of a token does not follow the clock of an app. */
const LIFETIME_MINUTES = 15;

export interface NewCardToken {
  readonly token: string;
  readonly gateway: GatewayName;
  readonly session: string;
  readonly card: CardSnapshot;
}

export interface TokenUse {
  readonly token: string;
  readonly gateway: GatewayName;
  readonly customerAppId: string;
  readonly reference: string;
}

/** One-time tokens and stored cards: both stand for a card whose number nobody keeps. */
@Injectable()
export class CardTokensRepository {
  async insert(tx: Tx, { token, gateway, session, card }: NewCardToken): Promise<void> {
    await tx.query(
      `INSERT INTO card_tokens (token, gateway, session, card, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 minute')`,
      [token, gateway, session, card, LIFETIME_MINUTES],
    );
  }

  /** The card behind a one-time token, bound to this reference from now on, or a stored card. */
  async cardFor(tx: Tx, use: TokenUse): Promise<CardSnapshot> {
    return (await this.bind(tx, use)) ?? (await this.stored(tx, use)) ?? unknownToken();
  }

  /** Tokens that were never used are of no use to anybody a day later. */
  async deleteStale(tx: Tx): Promise<void> {
    await tx.query(`DELETE FROM card_tokens WHERE expires_at < now() - interval '1 day'`);
  }

  private async bind(tx: Tx, use: TokenUse): Promise<CardSnapshot | undefined> {
    const [row] = await tx.query<{
      card: CardSnapshot;
      reference: string | null;
      expired: boolean;
    }>(
      `SELECT card, reference, expires_at <= now() AS expired FROM card_tokens
       WHERE token = $1 AND gateway = $2 FOR UPDATE`,
      [use.token, use.gateway],
    );
    if (!row) return undefined;
    if (row.reference !== null && row.reference !== use.reference) {
      throw new GatewayRefusal('token_used', 'The token was used under another reference.');
    }
    if (row.expired) throw new GatewayRefusal('token_expired', 'The token has expired.');
    await tx.query(`UPDATE card_tokens SET reference = $2 WHERE token = $1`, [
      use.token,
      use.reference,
    ]);
    return row.card;
  }

  private async stored(tx: Tx, use: TokenUse): Promise<CardSnapshot | undefined> {
    const [row] = await tx.query<{ card: CardSnapshot }>(
      `SELECT card FROM stored_cards
       WHERE stored_payment_method_id = $1 AND gateway = $2 AND customer_app_id = $3`,
      [use.token, use.gateway, use.customerAppId],
    );
    return row?.card;
  }
}

function unknownToken(): never {
  throw new GatewayRefusal('unknown_token', 'There is no such token or stored card.', {
    field: 'token',
  });
}
