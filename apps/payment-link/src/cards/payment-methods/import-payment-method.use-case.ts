import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import {
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { userNotFound } from '../../parties/payment-users/payment-user.js';
import { StoredCard, type CardReport, type StoredCardTerms } from './domain/stored-card.js';
import type { ImportedCard } from './imported-card.js';
import { CardsAtGateways } from './cards-at-gateways.js';
import { methodNotFound } from './payment-method.errors.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

/**
 * A card that a gateway keeps already becomes a stored method of a user, at the account behind
 * which that gateway is. The same import again answers the method that it made.
 * The gateway is asked before, outside of any transaction.
 */
@Injectable()
export class ImportPaymentMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly users: PaymentUsersService,
    private readonly accounts: PaymentAccountsReads,
    private readonly view: PaymentMethodView,
    private readonly kept: CardsAtGateways,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawUserId: string,
    imported: ImportedCard,
  ): Promise<PaymentMethodResponse> {
    const userId = parseId<PaymentUserId>(rawUserId);
    if (!userId) throw userNotFound();
    const look = await this.transactions.forApp(customerAppId, async (tx) => {
      const terms = await this.terms(tx, userId, imported);
      const known = await this.find(tx, terms, imported);
      return { appType: tx.customerApp.type, body: known && (await this.body(tx, known)) };
    });
    if (look.body) return look.body;
    await this.kept.assertTheirs(imported, { customerAppId, appType: look.appType });
    return this.transactions.forApp(customerAppId, async (tx) => {
      const terms = await this.terms(tx, userId, imported);
      const known = await this.find(tx, terms, imported);
      return this.body(tx, known ?? this.store(tx, terms, imported));
    });
  }

  private async body(tx: AppTx, card: StoredCard): Promise<PaymentMethodResponse> {
    const [body] = await this.view.bodies(tx, [card]);
    if (!body) throw methodNotFound();
    return body;
  }

  private async terms(
    tx: AppTx,
    userId: PaymentUserId,
    imported: ImportedCard,
  ): Promise<StoredCardTerms> {
    const user = await this.users.lock(tx, userId);
    user.assertNotErased();
    const { accountId } = await this.account(tx, imported);
    return {
      paymentMethodId: newId<PaymentMethodId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      userId,
      externalUserId: user.snapshot.externalUserId,
      recipientAccountId: accountId,
      paymentLinkId: null,
      attemptId: null,
      live: tx.customerApp.type === 'LIVE',
      recurringPaymentMode: null,
      futurePayments: imported.futurePayments,
    };
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

  private async find(
    tx: AppTx,
    terms: StoredCardTerms,
    { report }: ImportedCard,
  ): Promise<StoredCard | undefined> {
    const stored = await this.methods.ofUserInTurn(tx, terms.userId);
    return stored.find((card) => isSameImport(card, terms, report));
  }

  private store(tx: AppTx, terms: StoredCardTerms, { report }: ImportedCard): StoredCard {
    const card = StoredCard.importAuthorized(terms, report, tx.now);
    const batch = new WriteBatch();
    this.methods.save(batch, card);
    tx.write(batch);
    return card;
  }
}

function isSameImport(card: StoredCard, terms: StoredCardTerms, report: CardReport): boolean {
  const { cardDetails, integrationMetadata, riskData } = card.snapshot;
  return (
    card.isImportedFor(terms.recipientAccountId) &&
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
