import { Injectable } from '@nestjs/common';
import type {
  MandateParties,
  MandatePartiesKey,
  MandatePartiesOfAccountRequest,
  ReadMandatePartiesRequest,
  ReadMandatePartiesResponse,
} from '@towpath/contracts/internal';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import {
  assertKeptIn,
  type ExternalAccount,
} from '../../parties/payment-accounts/external-account.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';

interface Needs {
  readonly recipient_account_id: string;
  readonly currency: string;
}

/** Payers and recipients of mandates, with their accounts. */
@Injectable()
export class MandatePartiesReads {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly externalAccounts: ExternalAccountsReads,
  ) {}

  /** For a page of mandates; incomplete pairs are omitted. */
  read(asked: ReadMandatePartiesRequest): Promise<ReadMandatePartiesResponse> {
    const { customer_app_id: app, parties, plaintext = false } = asked;
    const read = async (tx: AppTx) => ({ parties: await this.of(tx, parties, { plaintext }) });
    return this.db.forApp(app as CustomerAppId, read, { readOnly: true });
  }

  /** Of a mandate that is requested for a known account of a payer. */
  ofAccount(asked: MandatePartiesOfAccountRequest): Promise<MandateParties> {
    const read = async (tx: AppTx) => {
      const { accountId: account_id } = await this.recipient(tx, asked);
      const { accountId, userId } = await this.senderAccount(tx, asked);
      return this.ofOne(tx, { user_id: userId, account_id, sender_account_id: accountId });
    };
    return this.db.forApp(asked.customer_app_id as CustomerAppId, read, { readOnly: true });
  }

  async ofOne(tx: AppTx, key: MandatePartiesKey): Promise<MandateParties> {
    const [parties] = await this.of(tx, [key]);
    if (!parties) throw new Error('the parties of a mandate do not exist');
    return parties;
  }

  async of(
    tx: AppTx,
    keys: readonly MandatePartiesKey[],
    { plaintext } = { plaintext: false },
  ): Promise<MandateParties[]> {
    const [people, accounts, paying] = await Promise.all([
      this.users.byId(
        tx,
        keys.map(({ user_id }) => user_id as PaymentUserId),
      ),
      this.accounts.byId(
        tx,
        keys.map(({ account_id }) => account_id as PaymentAccountId),
      ),
      this.externalAccounts.byId(
        tx,
        keys.flatMap(({ sender_account_id: id }) => (id ? [id as PaymentAccountId] : [])),
      ),
    ]);
    const shown = (account: ExternalAccount) =>
      plaintext
        ? this.externalAccounts.plaintext(account)
        : this.externalAccounts.senderBody(account);
    return keys.flatMap(({ user_id, account_id, sender_account_id }) => {
      const user = people.get(user_id as PaymentUserId);
      const account = accounts.get(account_id as PaymentAccountId);
      if (!user || !account) return [];
      const { email } = user.snapshot.personal;
      const named = sender_account_id && paying.get(sender_account_id as PaymentAccountId);
      // One of another user is as unknown as one that is gone.
      const senderAccount = named && named.userId === user_id ? named : undefined;
      return [
        {
          user_id,
          account_id,
          ...(sender_account_id ? { sender_account_id } : {}),
          ...(senderAccount ? { sender_account: shown(senderAccount) } : {}),
          sender: this.users.sender(user),
          ...(email === null ? {} : { email }),
          recipient: { name: account.legalEntityName ?? tx.customerApp.name },
          recipient_account: recipientAccountBody(account.accountId, account),
          collection_entity_name: account.legalEntityName ?? undefined,
          integration_id: account.mandateIntegrationId ?? undefined,
          connector: account.debitConnector ?? undefined,
          live: account.live,
        },
      ];
    });
  }

  /** The settlement account of a new mandate: it must take mandates and the currency. */
  async recipient(
    tx: AppTx,
    { recipient_account_id, currency }: Needs,
  ): Promise<SettlementAccount> {
    const accountId = parseId<PaymentAccountId>(recipient_account_id);
    const account = accountId && (await this.accounts.byId(tx, [accountId])).get(accountId);
    await tx.begun;
    const live = tx.customerApp.type === 'LIVE';
    if (account?.live !== live || !account.paymentMethodTypes.includes('MANDATE')) {
      throw new DomainError(
        'PAYMENT_ACCOUNT_NOT_FOUND',
        'recipient_account.account_id must be a settlement account that accepts mandates.',
      );
    }
    if (!account.currencies.includes(currency)) {
      throw new DomainError(
        'CURRENCY_MISMATCH',
        `The settlement account does not take ${currency}.`,
      );
    }
    return account;
  }

  private async senderAccount(
    tx: AppTx,
    { sender_account_id, currency }: MandatePartiesOfAccountRequest,
  ): Promise<ExternalAccount> {
    const accountId = parseId<PaymentAccountId>(sender_account_id);
    const account = accountId && (await this.externalAccounts.byId(tx, [accountId])).get(accountId);
    if (!account?.holder) {
      throw new DomainError(
        'PAYMENT_ACCOUNT_NOT_FOUND',
        'sender_account.account_id must be an external account of a payment user.',
      );
    }
    if (account.holder.number === null) {
      throw new DomainError(
        'INVALID_REQUEST',
        'sender_account.account_id must be that of an account whose full number is known.',
      );
    }
    assertKeptIn(account, currency);
    return account;
  }
}
