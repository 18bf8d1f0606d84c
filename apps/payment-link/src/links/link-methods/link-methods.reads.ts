import { Inject, Injectable } from '@nestjs/common';
import type { AvailablePaymentMethod, CardDetails } from '@towpath/contracts/payment-link';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import type { PaymentLinkId, PaymentMethodId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import {
  MandateMethodsReads,
  type SavedMandate,
} from '../../debit/mandate-methods/mandate-methods.reads.js';
import { priceOf, type Price } from '../../parties/payment-accounts/settlement-account.js';
import {
  accountsFor,
  type SettlementAccount,
} from '../../parties/payment-accounts/settlement-account.js';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { PaymentLinksReads } from '../payment-links/payment-links.reads.js';
import { ConnectedMethodsReads } from './connected-methods.reads.js';
import { mandateOfLink } from './mandate-of-link.js';
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

interface Known {
  readonly accounts: readonly SettlementAccount[];
  /** Those that could be charged for the link a moment ago. */
  readonly savedMandates: readonly SavedMandate[];
}

const CARD_BRANDS = ['Visa', 'Mastercard', 'American Express', 'JCB', 'UnionPay'];

/**
 * The methods of a link, on accounts whose gateway is connected: a stored card or mandate, another
 * card, wallet, direct debit, bank transfer. A SETUP link accepts methods that can be stored: a
 * typed card, and a mandate.
 */
@Injectable()
export class LinkMethodsReads {
  constructor(
    private readonly db: Transactions,
    private readonly links: PaymentLinksReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly connected: ConnectedMethodsReads,
    private readonly cards: StoredCardsReads,
    private readonly mandates: MandateMethodsReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** For a payer, the one to prefer first. If mandate is unavailable, stored mandates are omitted. */
  async offered({ customerAppId, paymentLinkId }: LinkOfApp): Promise<AvailablePaymentMethod[]> {
    const methodsOf = async (tx: AppTx, link: PaymentLink, savedMandates: SavedMandate[]) => {
      const accounts = await this.accounts.settlementAccounts(tx);
      const methods = await this.available(tx, link, { accounts, savedMandates });
      return methods.map((method) => shownMethod(method, link));
    };
    const { link, savedOn, methods } = await this.db.forApp(
      customerAppId,
      async (tx) => {
        const found = await this.saving(tx, paymentLinkId);
        // Most payers have saved none, and get their answer in this transaction.
        const all = found.savedOn.size === 0 ? await methodsOf(tx, found.link, []) : null;
        return { ...found, methods: all };
      },
      { readOnly: true },
    );
    if (methods) return methods;
    const saved = await this.chargeable({ link, savedOn }).catch((error: unknown) => {
      if (!(error instanceof PeerUnavailable)) throw error;
      this.logger.warn({ error, paymentLinkId }, 'no saved mandate is offered');
      return [];
    });
    return this.db.forApp(customerAppId, (tx) => methodsOf(tx, link, saved), { readOnly: true });
  }

  /** Network calls, never in a transaction; `PeerUnavailable` when unanswered. */
  async savedMandates({ customerAppId, paymentLinkId }: LinkOfApp): Promise<SavedMandate[]> {
    const read = (tx: AppTx) => this.saving(tx, paymentLinkId);
    return this.chargeable(await this.db.forApp(customerAppId, read, { readOnly: true }));
  }

  /** The one to prefer first; none when the app has changed its type or its accounts since. */
  async available(
    tx: AppTx,
    link: PaymentLink,
    { accounts, savedMandates }: Known,
  ): Promise<AvailableMethod[]> {
    const { snapshot } = link;
    if (snapshot.live !== (tx.customerApp.type === 'LIVE')) return [];
    const by = (type: AvailableMethod['type']) => this.onAccounts(tx, link, { type, accounts });
    const cards = by('CARD');
    const debits = by('MANDATE');
    // Only where the mandate that the link would ask for can be had, and takes its payment.
    const mandates = debits.filter(
      ({ price }) => mandateOfLink(snapshot, tx.now, price.surchargeAmount) !== null,
    );
    if (snapshot.mode === 'SETUP') return [...cards, ...mandates];
    const saved = cards.length > 0 ? await this.cards.offeredTo(tx, snapshot) : [];
    return [
      ...saved.flatMap((card) => savedMethod(card, cards)),
      ...savedMandates.flatMap((mandate) => savedDebit(mandate, debits)),
      ...cards,
      ...by('WALLET'),
      ...mandates,
      ...by('MANUAL'),
    ];
  }

  /** A link, and the links on which its payer may have saved mandates that it takes. */
  private async saving(tx: AppTx, paymentLinkId: PaymentLinkId) {
    const { link } = await this.links.shown(tx, paymentLinkId);
    const { mode, userId } = link.snapshot;
    const savedOn =
      mode === 'SETUP' ? new Set<PaymentLinkId>() : await this.mandates.clickToPayLinks(tx, userId);
    return { link, savedOn };
  }

  private async chargeable({
    link,
    savedOn,
  }: Awaited<ReturnType<LinkMethodsReads['saving']>>): Promise<SavedMandate[]> {
    const { customerAppId, userId, amount, currency } = link.snapshot;
    if (savedOn.size === 0 || amount === null) return [];
    return this.mandates.saved({ customerAppId, userId, amount, currency, savedOn });
  }

  /** The accounts that may receive for the link by a method of this type. */
  private onAccounts(
    tx: AppTx,
    { snapshot }: PaymentLink,
    { type, accounts }: Pick<AvailableMethod, 'type'> & Pick<Known, 'accounts'>,
  ): AvailableMethod[] {
    const { amount, currency, live, setupOptions } = snapshot;
    const limitedTo = setupOptions?.payment_method_types ?? [];
    if (limitedTo.length > 0 && !limitedTo.includes(type)) return [];
    const businessUnit = setupOptions?.recipient_account_filters?.business_unit ?? null;
    const needs = { currency, live, businessUnit, methodTypes: [type] };
    return accountsFor(needs, accounts).flatMap((account) => {
      const place = { appType: tx.customerApp.type, currency };
      const integrationId = this.connected.integrationOf(place, type, account);
      if (integrationId === null) return [];
      // A set-up moves no money, and costs none.
      const free = { surchargeAmount: 0, feeAmount: 0 };
      const price = amount === null ? free : priceOf(account.pricing, type, amount);
      return [{ type, account, integrationId, saved: null, price }];
    });
  }
}

/** A gateway charges its own cards only, whichever of its accounts receives. */
function savedMethod(saved: StoredCard, cards: readonly AvailableMethod[]): AvailableMethod[] {
  const { connector, gatewayAccount } = saved.snapshot;
  const { integration_id: keeper } = (saved.snapshot.integrationMetadata ?? {}) as {
    readonly integration_id?: string;
  };
  const card = cards.find(
    ({ integrationId, account }) =>
      integrationId === keeper &&
      account.cardConnector === connector &&
      account.gatewayAccount === gatewayAccount,
  );
  return card ? [{ ...card, saved: { id: saved.id, card: saved, mandate: null } }] : [];
}

/** A mandate permits only its own recipient to collect. */
function savedDebit(mandate: SavedMandate, debits: readonly AvailableMethod[]): AvailableMethod[] {
  const debit = debits.find(({ account }) => account.accountId === mandate.recipientAccountId);
  return debit ? [{ ...debit, saved: { id: mandate.paymentMethodId, card: null, mandate } }] : [];
}

function shownMethod(method: AvailableMethod, link: PaymentLink): AvailablePaymentMethod {
  const { type, account, integrationId, saved, price } = method;
  const shared = {
    payment_method_type: type,
    payment_account_id: account.accountId,
    payment_method_subtype: `${type}_GENERIC`,
    payment_method_provider: integrationId,
    surcharge_amount: link.terms.mode === 'PAYMENT' ? price.surchargeAmount : undefined,
  };
  if (type === 'WALLET' || type === 'MANUAL') return { ...shared, recurring: false };
  if (saved) return { ...shared, recurring: true, payment_method_id: saved.id, ...shownBy(saved) };
  if (type === 'MANDATE') return { ...shared, recurring: link.storesMethod };
  return { ...shared, recurring: link.storesMethod, payment_methods_list: CARD_BRANDS };
}

/** The data by which the payer recognizes the method. */
function shownBy({ card, mandate }: SavedMethod): Partial<AvailablePaymentMethod> {
  if (mandate) {
    const { numberMasked, institutionName } = mandate.account;
    const institution_name = institutionName ?? undefined;
    return { sender_account: { account_number_masked: numberMasked, institution_name } };
  }
  const { brand, last4, expiry_month, expiry_year } = (card?.snapshot.cardDetails ??
    {}) as CardDetails;
  return { card: { brand: brand ?? '', last4: last4 ?? '', expiry_month, expiry_year } };
}
