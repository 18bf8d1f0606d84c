import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import type { SettlementAccount } from '../payment-accounts/domain/settlement-account.js';
import { FindRecipients } from '../payment-accounts/find-recipients.query.js';
import type { StoredCard } from '../payment-methods/domain/stored-card.js';
import { FindSavedCards } from '../payment-methods/find-saved-cards.query.js';
import type { Lookup } from '../persistence/read-together.js';
import type { PaymentLink } from './domain/payment-link.js';

export interface AvailableMethod {
  readonly type: 'CARD' | 'WALLET';
  readonly account: SettlementAccount;
  /** The gateway that takes it, for example `GW1`. */
  readonly integrationId: string;
  /** A card of an earlier link; null for one that is typed, and for a wallet. */
  readonly saved: StoredCard | null;
}

/**
 * How a link can be paid, on accounts whose gateway is connected: by a card that the payer saved,
 * by another card, by wallet. Only a card that is typed can be stored, so a SETUP link takes no other.
 */
@Injectable()
export class AvailableMethods {
  static readonly errors = [] as const;

  constructor(
    private readonly recipients: FindRecipients,
    private readonly gateways: CardGatewayRegistry,
    private readonly savedCards: FindSavedCards,
  ) {}

  lookup(tx: AppTx): Lookup<SettlementAccount[]> {
    return this.recipients.lookup(tx);
  }

  /** The one to prefer first; none when the app has changed its type or its accounts since. */
  async execute(
    tx: AppTx,
    link: PaymentLink,
    accounts: readonly SettlementAccount[],
  ): Promise<AvailableMethod[]> {
    const { snapshot, terms } = link;
    if (snapshot.live !== (tx.customerApp.type === 'LIVE')) return [];
    const cards = this.onAccounts(tx, { type: 'CARD', link, accounts });
    if (terms.mode === 'SETUP') return cards;
    const wallets = this.onAccounts(tx, { type: 'WALLET', link, accounts });
    const saved = cards.length > 0 ? await this.savedCards.execute(tx, snapshot) : [];
    return [...saved.flatMap((card) => savedMethod(card, cards)), ...cards, ...wallets];
  }

  private onAccounts(
    tx: AppTx,
    wanted: {
      readonly type: AvailableMethod['type'];
      readonly link: PaymentLink;
      readonly accounts: readonly SettlementAccount[];
    },
  ): AvailableMethod[] {
    const { type, accounts } = wanted;
    const { snapshot, terms } = wanted.link;
    const options = terms.setupOptions;
    const limitedTo = options?.payment_method_types ?? [];
    if (limitedTo.length > 0 && !limitedTo.includes(type)) return [];
    const needs = {
      currency: terms.currency,
      live: snapshot.live,
      businessUnit: options?.recipient_account_filters?.business_unit ?? null,
      methodTypes: [type] as const,
    };
    const appType = tx.customerApp.type;
    return this.recipients.execute(needs, accounts).flatMap((account) => {
      const integrationId = account.cardIntegrationId;
      const connector = this.gateways.find({ appType, integrationId });
      if (!connector) return [];
      return [{ type, account, integrationId: connector.integrationId, saved: null }];
    });
  }
}

/** A gateway charges its own cards only, whichever of its accounts receives. */
function savedMethod(saved: StoredCard, cards: readonly AvailableMethod[]): AvailableMethod[] {
  const { integration_id: keeper } = (saved.snapshot.integrationMetadata ?? {}) as {
    readonly integration_id?: string;
  };
  const card = cards.find(({ integrationId }) => integrationId === keeper);
  return card ? [{ ...card, saved }] : [];
}
