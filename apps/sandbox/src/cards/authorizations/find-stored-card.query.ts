import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import type { GatewayName } from '../../base/parties/gateways.js';
import { isExpired } from './domain/card-expiry.js';
import { CardTokensRepository } from './persistence/card-tokens.repository.js';
import { REFERENCE } from '../../base/parties/reference.js';

interface FoundStoredCard {
  readonly customerAppId: string;
  /** Its month has not passed on the clock of the app. */
  readonly isUsable: boolean;
}

/** A card that a gateway keeps for later charges: for which app, and whether it is still good. */
@Injectable()
export class FindStoredCard {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: CardTokensRepository,
  ) {}

  /** Throws `not_found` for one-time tokens, wallets and whatever else is not stored. */
  async execute(gateway: GatewayName, id: string): Promise<FoundStoredCard> {
    const found = REFERENCE.test(id)
      ? await this.transactions.asWorker((tx) => this.tokens.findStored(tx, { gateway, id }))
      : undefined;
    if (!found) throw new GatewayRefusal('not_found', 'There is no stored card with this ID.');
    const { expiryMonth: month, expiryYear: year } = found.card;
    return {
      customerAppId: found.customerAppId,
      isUsable: !isExpired({ month, year }, found.now),
    };
  }
}
