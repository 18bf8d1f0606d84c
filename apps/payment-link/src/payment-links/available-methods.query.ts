import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import type { SettlementAccount } from '../payment-accounts/domain/settlement-account.js';
import { FindRecipients } from '../payment-accounts/find-recipients.query.js';
import type { StoredCard } from '../payment-methods/domain/stored-card.js';
import { FindSavedCards } from '../payment-methods/find-saved-cards.query.js';
import type { Lookup, Tenant } from '../persistence/read-together.js';
import { mandateOfLink } from './domain/mandate-of-link.js';
import type { PaymentLink } from './domain/payment-link.js';

export interface AvailableMethod {
  readonly type: 'CARD' | 'WALLET' | 'MANDATE';
  readonly account: SettlementAccount;
  /** The gateway or bank that takes it, for example `GW1`. */
  readonly integrationId: string;
  /** A card of an earlier link; null for any other way to pay. */
  readonly saved: StoredCard | null;
}

interface WantedMethod {
  readonly type: AvailableMethod['type'];
  readonly link: PaymentLink;
  readonly accounts: readonly SettlementAccount[];
}

/**
 * How a link can be paid, on accounts whose gateway is connected: by a card that the payer saved,
 * by another card, by wallet, by direct debit. A SETUP link takes what can be stored: a card that
 * is typed, and a mandate.
 */
@Injectable()
export class AvailableMethods {
  static readonly errors = [] as const;

  constructor(
    private readonly recipients: FindRecipients,
    private readonly gateways: CardGatewayRegistry,
    private readonly savedCards: FindSavedCards,
  ) {}

  lookup(tenant: Tenant): Lookup<SettlementAccount[]> {
    return this.recipients.lookup(tenant);
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
    const mandates = this.mandates(tx, link, accounts);
    if (terms.mode === 'SETUP') return [...cards, ...mandates];
    const wallets = this.onAccounts(tx, { type: 'WALLET', link, accounts });
    const saved = cards.length > 0 ? await this.savedCards.execute(tx, snapshot) : [];
    const ofSaved = saved.flatMap((card) => savedMethod(card, cards));
    return [...ofSaved, ...cards, ...wallets, ...mandates];
  }

  /** Only where the mandate that the link would ask for can be had, and takes its payment. */
  private mandates(
    tx: AppTx,
    link: PaymentLink,
    accounts: readonly SettlementAccount[],
  ): AvailableMethod[] {
    // the one bank that collects is simulated, and reached by test apps only
    if (link.snapshot.live || mandateOfLink(link.terms, tx.now) === null) return [];
    const type = 'MANDATE';
    return this.receivers({ type, link, accounts }).flatMap((account) => {
      const integrationId = account.mandateIntegrationId;
      return integrationId === null ? [] : [{ type, account, integrationId, saved: null }];
    });
  }

  private onAccounts(tx: AppTx, wanted: WantedMethod): AvailableMethod[] {
    const { type } = wanted;
    const appType = tx.customerApp.type;
    return this.receivers(wanted).flatMap((account) => {
      const integrationId = account.cardIntegrationId;
      const connector = this.gateways.find({ appType, integrationId });
      if (!connector) return [];
      return [{ type, account, integrationId: connector.integrationId, saved: null }];
    });
  }

  /** The accounts that may receive for the link by a method of this type. */
  private receivers({ type, link, accounts }: WantedMethod): SettlementAccount[] {
    const { snapshot, terms } = link;
    const options = terms.setupOptions;
    const limitedTo = options?.payment_method_types ?? [];
    if (limitedTo.length > 0 && !limitedTo.includes(type)) return [];
    const needs = {
      currency: terms.currency,
      live: snapshot.live,
      businessUnit: options?.recipient_account_filters?.business_unit ?? null,
      methodTypes: [type] as const,
    };
    return this.recipients.execute(needs, accounts);
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
