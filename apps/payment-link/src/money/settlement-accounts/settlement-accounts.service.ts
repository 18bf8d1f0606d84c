import { Injectable } from '@nestjs/common';
import type { ListDirectDebitConnectorsResponse } from '@towpath/contracts/internal';
import { InternalClient, type ConnectorPlace } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import {
  accountNotFound,
  type SettlementAccount,
  type SettlementAccountSettings,
} from '../../parties/payment-accounts/settlement-account.js';
import { PaymentAccountsService } from '../../parties/payment-accounts/payment-accounts.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { KnownConnectors, needsRealTime } from './known-connectors.js';

export interface SettlementAccountOrder {
  readonly customerAppId: CustomerAppId;
  /** An existing account; else the reference decides, so that a repeat changes the same account. */
  readonly accountId: string | null;
  readonly settings: SettlementAccountSettings;
  /** Minor units in each currency, for payouts of a sandbox; only when the account is new. */
  readonly openingBalance: number | null;
  readonly actor: string;
}

/** Commands of operators on settlement accounts. */
@Injectable()
export class SettlementAccountsService {
  constructor(
    private readonly db: Transactions,
    private readonly accounts: PaymentAccountsService,
    private readonly ledger: LedgerService,
    private readonly connectors: KnownConnectors,
    private readonly client: InternalClient,
  ) {}

  /** Creates or changes one: audited, and its books are opened. */
  async put(order: SettlementAccountOrder): Promise<SettlementAccount> {
    const debit = order.settings.debitConnector === null ? [] : await this.debitConnectors();
    if (needsRealTime(order.settings)) await this.prepareReal(order, debit);
    const retryOn = ['payment_accounts_reference_key'];
    return this.db.forApp(order.customerAppId, (tx) => this.save(tx, order, debit), { retryOn });
  }

  /** The service of mandates collects, so that it has the registry. A network call. */
  private async debitConnectors(): Promise<ConnectorPlace[]> {
    const { connectors } = await this.client.call<ListDirectDebitConnectorsResponse>('mandate', {
      method: 'GET',
      path: '/internal/direct_debit_connectors',
    });
    return connectors.map(({ app_type: appType, integration_id: integrationId, connector }) => ({
      appType,
      integrationId,
      connector,
    }));
  }

  /**
   * The app needs keys of what the account names. The gateway keeps the clock of a test app at real
   * time, or refuses it with the sentence for the operator. Before that, whatever refuses the
   * account. Network calls.
   */
  private async prepareReal(
    { customerAppId, settings, actor }: SettlementAccountOrder,
    debit: readonly ConnectorPlace[],
  ): Promise<void> {
    const readType = async (tx: AppTx) => {
      await tx.begun;
      return tx.customerApp.type;
    };
    const appType = await this.db.forApp(customerAppId, readType, { readOnly: true });
    this.connectors.check(appType, settings, debit);
    await this.connectors.checkKeys(appType, settings, customerAppId);
    if (appType === 'LIVE') return;
    await this.client.call('gateway', {
      method: 'POST',
      path: `/internal/customer_apps/${customerAppId}/real_time`,
      body: { actor },
      idempotent: true,
      judgesInput: true,
    });
  }

  private async save(
    tx: AppTx,
    order: SettlementAccountOrder,
    debit: readonly ConnectorPlace[],
  ): Promise<SettlementAccount> {
    const { settings, actor, openingBalance } = order;
    const accountId = parseId<PaymentAccountId>(order.accountId) ?? null;
    if (order.accountId !== null && accountId === null) throw accountNotFound();
    await tx.begun;
    if (openingBalance !== null && tx.customerApp.type === 'LIVE') {
      throw new DomainError('INVALID_REQUEST', 'opening_balance is for test apps only.');
    }
    this.connectors.check(tx.customerApp.type, settings, debit);
    const batch = new WriteBatch();
    const given = { accountId, settings, actor };
    const { account, addedCurrencies, isNew } = await this.accounts.saveSettlement(
      tx,
      batch,
      given,
    );
    await this.ledger.openBooks(tx, batch, {
      accountId: account.accountId,
      currencies: addedCurrencies,
      openingBalance: isNew ? openingBalance : null,
    });
    const currencies = account.currencies.filter((one) => !addedCurrencies.includes(one));
    await this.ledger.openFeeAccounts(tx, batch, { ...account, currencies });
    tx.write(batch);
    if (this.connectors.settlesAtProcessor(tx.customerApp.type, account)) {
      const { accountId } = account;
      const books = account.currencies.map((currency) => ({ accountId, currency }));
      await this.ledger.openProcessorBooks(tx, books);
    }
    return account;
  }
}
