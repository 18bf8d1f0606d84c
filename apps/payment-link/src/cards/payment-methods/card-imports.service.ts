import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type {
  CreatePaymentMethodRequest,
  ImportedIntegrationMetadata,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import {
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { byKey, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { parseUserId } from '../../parties/payment-users/payment-user.js';
import {
  GatewayUnavailable,
  type CardGatewayConnector,
  type StoredCardStatus,
  CardGatewayRegistry,
} from '../card-gateways/ports.js';
import { StoredCard, type CardReport, type StoredCardTerms } from './stored-card.js';
import { StoredCardsReads } from './stored-cards.reads.js';
import { StoredCardsService } from './stored-cards.service.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

/** A card that a gateway keeps already, as the customer app describes it. */
interface ImportedCard {
  readonly recipientAccountId: string;
  readonly currency: string;
  /** The gateway of the card; null if the app did not name it. */
  readonly integrationId: string | null;
  readonly futurePayments: StoredCardTerms['futurePayments'];
  readonly report: CardReport;
}

/** The member that names the card, by gateway. */
const NAMES: Readonly<Record<string, string>> = {
  GW1: 'gw1_metadata.payment_method_id',
  GW2: 'gw2_metadata.payment_token',
  GW4: 'gw4_metadata.payment_method.id',
};

/**
 * A card that a gateway keeps already becomes a stored method of a user, at the account behind
 * which that gateway is.
 */
@Injectable()
export class CardImportsService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersService,
    private readonly accounts: PaymentAccountsReads,
    private readonly gateways: CardGatewayRegistry,
    private readonly cards: StoredCardsService,
    private readonly reads: StoredCardsReads,
  ) {}

  /**
   * The same import again answers the method that it made. The gateway is asked before, outside of
   * any transaction.
   */
  async import(
    customerAppId: CustomerAppId,
    rawUserId: string,
    request: CreatePaymentMethodRequest,
  ): Promise<PaymentMethodResponse> {
    const imported = importedCardOf(request);
    const userId = parseUserId(rawUserId);
    const { appType, connector, gatewayAccount, body } = await this.db.forApp(
      customerAppId,
      async (tx) => {
        const { known, ...place } = await this.prepare(tx, userId, imported);
        return {
          ...place,
          appType: tx.customerApp.type,
          body: known && (await this.reads.bodyOf(tx, known)),
        };
      },
    );
    if (body) return body;
    await this.assertTheirs(imported, { customerAppId, appType, connector, gatewayAccount });
    return this.db.forApp(customerAppId, async (tx) => {
      const { known, terms } = await this.prepare(tx, userId, imported);
      if (known) return this.reads.bodyOf(tx, known);
      const card = StoredCard.importAuthorized(terms, imported.report, tx.now);
      const batch = new WriteBatch();
      this.cards.save(batch, card);
      tx.write(batch);
      return this.reads.bodyOf(tx, card);
    });
  }

  /** Locks the cards of the user until the transaction ends, and finds the same import. */
  private async prepare(tx: AppTx, userId: PaymentUserId, imported: ImportedCard) {
    const user = await this.users.lock(tx, userId);
    user.assertNotErased();
    const account = await this.account(tx, imported);
    const { accountId, cardConnector: connector, gatewayAccount } = account;
    const terms: StoredCardTerms = {
      paymentMethodId: newId<PaymentMethodId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      userId,
      externalUserId: user.snapshot.externalUserId,
      recipientAccountId: accountId,
      paymentLinkId: null,
      attemptId: null,
      live: tx.customerApp.type === 'LIVE',
      connector: imported.integrationId === null ? null : connector,
      gatewayAccount,
      recurringPaymentMode: null,
      futurePayments: imported.futurePayments,
    };
    await tx.query(byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [
      `${tx.customerApp.id} payment methods of ${userId}`,
    ]);
    const stored = await this.reads.ofUser(tx, userId);
    const known = stored.find((card) => isSameImport(card, accountId, imported.report));
    return { terms, known, connector, gatewayAccount };
  }

  private async account(tx: AppTx, imported: ImportedCard): Promise<SettlementAccount> {
    const accountId = parseId<PaymentAccountId>(imported.recipientAccountId);
    const account = accountId && (await this.accounts.byId(tx, [accountId])).get(accountId);
    if (!account || account.live !== (tx.customerApp.type === 'LIVE')) {
      const explanation = 'card.recipient_account.account_id is not a settlement account.';
      throw new DomainError('PAYMENT_ACCOUNT_NOT_FOUND', explanation);
    }
    checkAccount(account, imported);
    return account;
  }

  /**
   * Asks the gateway whether it keeps the card for the app that imports it, so that no app can
   * charge a card of another app. Throws INVALID_REQUEST with the field that names the card, and
   * SERVICE_UNAVAILABLE if the gateway does not answer. A card without a gateway is never charged,
   * so it needs no question.
   */
  private async assertTheirs(
    { integrationId, report: { integrationMetadata } }: ImportedCard,
    app: {
      readonly customerAppId: CustomerAppId;
      readonly appType: CardGatewayConnector['appType'];
      readonly connector: string | null;
      readonly gatewayAccount: string | null;
    },
  ): Promise<void> {
    if (integrationId === null || integrationMetadata === null) return;
    const { customerAppId, appType, connector, gatewayAccount } = app;
    const gateway = this.gateways.find({ appType, integrationId, connector });
    if (!gateway) {
      throw invalid('integration_metadata.integration_id must be of a gateway that is connected');
    }
    const status = await answerOf(
      gateway.statusOf({ customerAppId, gatewayAccount, integrationMetadata }),
    );
    if (status === 'USABLE') return;
    const name = `integration_metadata.${NAMES[integrationId] ?? 'integration_id'}`;
    throw invalid(
      status === 'EXPIRED'
        ? `${name} must name a card that has not expired`
        : `${name} must name a card that the gateway keeps for you`,
    );
  }
}

/** Stores only the displayed part of `card_details`, without the first 6 digits. */
function importedCardOf(body: CreatePaymentMethodRequest): ImportedCard {
  const { card, integration_metadata: metadata } = body;
  if (!card) throw new Error('a card was checked to be there');
  const { brand, last4, expiry_month, expiry_year, card_number_alias, country, funding, currency } =
    card.card_details;
  if (!/^\d{4}$/.test(last4)) throw invalid('card.card_details.last4 must be 4 digits');
  const shown = { brand, last4, expiry_month, expiry_year, card_number_alias, country, funding };
  const kept = metadata ? blockOf(metadata) : null;
  return {
    recipientAccountId: card.recipient_account.account_id,
    currency,
    integrationId: metadata?.integration_id ?? null,
    futurePayments: agreedTo(metadata),
    report: { cardDetails: plain(shown), integrationMetadata: kept && plain(kept), riskData: null },
  };
}

/** Only `GW1` reports what the payer agreed to. */
function agreedTo(metadata?: ImportedIntegrationMetadata): StoredCardTerms['futurePayments'] {
  if (metadata?.integration_id !== 'GW1') return null;
  const model = metadata.gw1_metadata?.recurring_processing_model;
  if (model === undefined) return null;
  return model === 'CardOnFile' ? 'CLICK_TO_PAY' : 'AUTOPAY';
}

function blockOf(metadata: ImportedIntegrationMetadata): object {
  const { integration_id: integrationId } = metadata;
  switch (integrationId) {
    case 'GW1':
      return { integration_id: integrationId, gw1_metadata: metadata.gw1_metadata };
    case 'GW2':
      return { integration_id: integrationId, gw2_metadata: metadata.gw2_metadata };
    case 'GW4':
      return { integration_id: integrationId, gw4_metadata: metadata.gw4_metadata };
    default:
      throw invalid('integration_metadata.integration_id must be of a gateway that keeps cards');
  }
}

/** As the database returns it: without classes and without absent members. */
function plain(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object;
}

async function answerOf(asked: Promise<StoredCardStatus>): Promise<StoredCardStatus> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'The card gateway does not answer: import it again later.',
    );
  }
}

function isSameImport(card: StoredCard, accountId: PaymentAccountId, report: CardReport): boolean {
  const { cardDetails, integrationMetadata, riskData } = card.snapshot;
  return (
    card.isImportedFor(accountId) &&
    isDeepStrictEqual({ cardDetails, integrationMetadata, riskData }, report)
  );
}

/** A gateway charges its own cards only, so it must be the one behind the account. */
function checkAccount(account: SettlementAccount, { currency, integrationId }: ImportedCard): void {
  if (!account.paymentMethodTypes.includes('CARD')) {
    throw invalid(
      'card.recipient_account.account_id must be that of an account that accepts cards',
    );
  }
  if (!account.currencies.includes(currency)) {
    throw new DomainError(
      'CURRENCY_MISMATCH',
      `card.card_details.currency must be a currency of the account, not ${currency}.`,
    );
  }
  if (integrationId !== null && integrationId !== account.cardIntegrationId) {
    throw invalid(
      `integration_metadata.integration_id must be ${account.cardIntegrationId}, ` +
        'the gateway of the account',
    );
  }
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
