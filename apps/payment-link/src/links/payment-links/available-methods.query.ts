import { Injectable } from '@nestjs/common';
import type { PaymentLinkId, PaymentMethodId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../../cards/card-gateways/card-gateway-registry.js';
import {
  MandateMethodsReads,
  type SavedMandate,
} from '../../debit/mandate-methods/mandate-methods.reads.js';
import { priceOf, type Price } from '../../parties/payment-accounts/pricing.js';
import {
  accountsFor,
  type SettlementAccount,
} from '../../parties/payment-accounts/settlement-account.js';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import { mandateOfLink } from './domain/mandate-of-link.js';
import type { PaymentLink } from './domain/payment-link.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';

/** A method of an earlier link, to pay with by one tap: a card or a mandate. */
export interface SavedMethod {
  readonly id: PaymentMethodId;
  readonly card: StoredCard | null;
  readonly mandate: SavedMandate | null;
}

export interface AvailableMethod {
  readonly type: 'CARD' | 'WALLET' | 'MANDATE' | 'MANUAL';
  readonly account: SettlementAccount;
  /** The gateway or bank that takes it, for example `GW1`; `BANK` of a transfer. */
  readonly integrationId: string;
  /** Null unless it was saved on an earlier link. */
  readonly saved: SavedMethod | null;
  /** Price of the payment with this method; zero for a SETUP link. */
  readonly price: Price;
}

interface WantedMethod {
  readonly type: AvailableMethod['type'];
  readonly link: PaymentLink;
  readonly accounts: readonly SettlementAccount[];
}

/** Other data that decides about the methods of a link. */
interface Known {
  /** Accounts of the customer app. */
  readonly accounts: readonly SettlementAccount[];
  /** Those that could be charged for the link a moment ago. */
  readonly savedMandates: readonly SavedMandate[];
}

const NONE: ReadonlySet<PaymentLinkId> = new Set();

/**
 * The methods of a link, on accounts whose gateway is connected: a stored card or mandate, another
 * card, wallet, direct debit, bank transfer. A SETUP link accepts methods that can be stored: a
 * typed card, and a mandate.
 */
@Injectable()
export class AvailableMethods {
  constructor(
    private readonly paymentAccounts: PaymentAccountsReads,
    private readonly gateways: CardGatewayRegistry,
    private readonly cards: StoredCardsReads,
    private readonly mandateMethods: MandateMethodsReads,
  ) {}

  accounts(tx: AppTx): Promise<SettlementAccount[]> {
    return this.paymentAccounts.settlementAccounts(tx);
  }

  /** The links on which the payer may have saved mandates that this one takes. */
  savedOn(tx: AppTx, { snapshot, terms }: PaymentLink): Promise<ReadonlySet<PaymentLinkId>> {
    if (terms.mode === 'SETUP' || hasNoBank(snapshot)) return Promise.resolve(NONE);
    return this.mandateMethods.clickToPayLinks(tx, snapshot.userId);
  }

  /** A network call, never in a transaction; `PeerUnavailable` when unanswered. */
  async savedMandates(
    { snapshot, terms }: PaymentLink,
    savedOn: ReadonlySet<PaymentLinkId>,
  ): Promise<SavedMandate[]> {
    const { amount, currency } = terms;
    if (savedOn.size === 0 || amount === null) return [];
    const { customerAppId, userId } = snapshot;
    return this.mandateMethods.saved({ customerAppId, userId, amount, currency, savedOn });
  }

  /** The one to prefer first; none when the app has changed its type or its accounts since. */
  async execute(
    tx: AppTx,
    link: PaymentLink,
    { accounts, savedMandates }: Known,
  ): Promise<AvailableMethod[]> {
    const { snapshot, terms } = link;
    if (snapshot.live !== (tx.customerApp.type === 'LIVE')) return [];
    const cards = this.onAccounts(tx, { type: 'CARD', link, accounts });
    const mandates = this.mandates(tx, link, accounts);
    if (terms.mode === 'SETUP') return [...cards, ...mandates];
    const wallets = this.onAccounts(tx, { type: 'WALLET', link, accounts });
    const saved = cards.length > 0 ? await this.cards.offeredTo(tx, snapshot) : [];
    const ofSaved = saved.flatMap((card) => savedMethod(card, cards));
    const debits = this.debitsOn(link, accounts);
    const ofMandates = savedMandates.flatMap((mandate) => savedDebit(mandate, debits));
    const transfers = this.transfers(link, accounts);
    return [...ofSaved, ...ofMandates, ...cards, ...wallets, ...mandates, ...transfers];
  }

  /** Only where the mandate that the link would ask for can be had, and takes its payment. */
  private mandates(
    tx: AppTx,
    link: PaymentLink,
    accounts: readonly SettlementAccount[],
  ): AvailableMethod[] {
    return this.debitsOn(link, accounts).filter(
      ({ price }) => mandateOfLink(link.terms, tx.now, price.surchargeAmount) !== null,
    );
  }

  private debitsOn(link: PaymentLink, accounts: readonly SettlementAccount[]): AvailableMethod[] {
    if (hasNoBank(link.snapshot)) return [];
    const type = 'MANDATE';
    return this.receivers({ type, link, accounts }).flatMap((account) => {
      const integrationId = account.mandateIntegrationId;
      if (integrationId === null) return [];
      return [{ type, account, integrationId, saved: null, price: priceOn(link, account, type) }];
    });
  }

  private transfers(link: PaymentLink, accounts: readonly SettlementAccount[]): AvailableMethod[] {
    if (hasNoBank(link.snapshot)) return [];
    const type = 'MANUAL';
    return this.receivers({ type, link, accounts }).map((account) => ({
      type,
      account,
      integrationId: 'BANK',
      saved: null,
      price: priceOn(link, account, type),
    }));
  }

  private onAccounts(tx: AppTx, wanted: WantedMethod): AvailableMethod[] {
    const { type } = wanted;
    const appType = tx.customerApp.type;
    return this.receivers(wanted).flatMap((account) => {
      const integrationId = account.cardIntegrationId;
      const connector = this.gateways.find({ appType, integrationId });
      if (!connector) return [];
      const { integrationId: gateway } = connector;
      const price = priceOn(wanted.link, account, type);
      return [{ type, account, integrationId: gateway, saved: null, price }];
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
    return accountsFor(needs, accounts);
  }
}

/** A set-up moves no money, and costs none. */
function priceOn(
  { terms: { amount } }: PaymentLink,
  { pricing }: SettlementAccount,
  type: AvailableMethod['type'],
): Price {
  return amount === null ? { surchargeAmount: 0, feeAmount: 0 } : priceOf(pricing, type, amount);
}

/** A gateway charges its own cards only, whichever of its accounts receives. */
function savedMethod(saved: StoredCard, cards: readonly AvailableMethod[]): AvailableMethod[] {
  const { integration_id: keeper } = (saved.snapshot.integrationMetadata ?? {}) as {
    readonly integration_id?: string;
  };
  const card = cards.find(({ integrationId }) => integrationId === keeper);
  return card ? [{ ...card, saved: { id: saved.id, card: saved, mandate: null } }] : [];
}

/** A mandate permits only its own recipient to collect. */
function savedDebit(mandate: SavedMandate, debits: readonly AvailableMethod[]): AvailableMethod[] {
  const debit = debits.find(({ account }) => account.accountId === mandate.recipientAccountId);
  return debit ? [{ ...debit, saved: { id: mandate.paymentMethodId, card: null, mandate } }] : [];
}

/** The one bank that collects and receives is simulated, and reached by test apps only. */
function hasNoBank({ live }: PaymentLink['snapshot']): boolean {
  return live;
}
