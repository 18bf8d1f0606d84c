import { Injectable } from '@nestjs/common';
import { ibanOf, isLocalNumber } from '@towpath/contracts';
import type { KeepSenderAccountRequest } from '@towpath/contracts/internal';
import type {
  CreatePaymentAccountRequest,
  PaymentAccountResponse,
} from '@towpath/contracts/payment-link';
import {
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type Id,
  type PaymentAccountId,
  type PaymentUserId,
} from '@towpath/kernel';
import {
  byValues,
  PersonalDataVault,
  Transactions,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import { InstitutionNamesReads } from '../institution-names/institution-names.reads.js';
import { parseUserId, userNotFound } from '../payment-users/payment-user.js';
import { PaymentUsersService } from '../payment-users/payment-users.service.js';
import {
  checkedTerms,
  endOfMasked,
  lastFourOf,
  type AccountNumber,
  type ExternalAccount,
} from './external-account.js';
import { ExternalAccountsReads, sealedField } from './external-accounts.reads.js';
import {
  externalAccounts,
  paymentAccounts,
  settlementAccountAudit,
} from './payment-account.table.js';
import { settlementAccountOf } from './payment-accounts.reads.js';
import {
  accountNotFound,
  checkSettings,
  type SettlementAccount,
  type SettlementAccountSettings,
} from './settlement-account.js';

interface SettlementAccountChange {
  /** An existing account; null for the one that has the reference, or a new one. */
  readonly accountId: PaymentAccountId | null;
  readonly settings: SettlementAccountSettings;
  /** The operator, as given to the command line. */
  readonly actor: string;
}

type NewAccount = Omit<ExternalAccount, 'customerAppId' | 'createdAt' | 'updatedAt'>;

/** Commands on the accounts of payment users and of the customer app. */
@Injectable()
export class PaymentAccountsService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersService,
    private readonly vault: PersonalDataVault,
    private readonly external: ExternalAccountsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** Each request creates a separate account, because nothing identifies a repeat. */
  async create(
    app: CustomerAppId,
    body: CreatePaymentAccountRequest,
  ): Promise<PaymentAccountResponse> {
    const terms = checkedTerms({
      institutionId: body.institution_id,
      currencies: body.currencies ?? [],
      metadata: body.metadata ?? null,
    });
    const userId = parseUserId(body.user_id);
    const masked = body.account_number_masked;
    const holder = {
      name: body.accountholder_name,
      number: body.account_number ? await this.checkedNumber(body, body.account_number) : null,
      numberMasked: masked === undefined ? null : endOfMasked(masked),
    };
    const answer = await this.db.forApp(app, async (tx) => {
      const user = await this.users.lock(tx, userId);
      user.assertNotErased();
      const accountId = newId<PaymentAccountId>(tx.systemNow);
      return this.external.body(await this.add(tx, { ...terms, accountId, userId, holder }));
    });
    return this.names.shown(answer);
  }

  /** Stores the paying account that a payer identified; a repeat with its ID changes nothing. */
  async keepSender(asked: KeepSenderAccountRequest): Promise<void> {
    const userId = parseUserId(asked.user_id);
    const accountId = asked.account_id as PaymentAccountId;
    const number = { type: asked.account_number_type, number: asked.account_number };
    const keep = async (tx: AppTx): Promise<void> => {
      const user = await this.users.lock(tx, userId);
      if (user.isErased) throw userNotFound();
      if (await externalAccounts.find(tx, { accountId })) return;
      await this.add(tx, {
        accountId,
        userId,
        institutionId: asked.institution_id,
        holder: { name: asked.accountholder_name, number, numberMasked: null },
        currencies: [],
        metadata: null,
      });
    };
    const retryOn = ['external_accounts_pkey'];
    await this.db.forApp(asked.customer_app_id as CustomerAppId, keep, { retryOn });
  }

  /** Holder and number are erased; a row without them stays, so that the ID keeps its meaning. */
  async delete(app: CustomerAppId, rawAccountId: string): Promise<void> {
    const accountId = parseId<PaymentAccountId>(rawAccountId);
    if (!accountId) throw accountNotFound();
    await this.db.forApp(app, async (tx) => {
      const account = await externalAccounts.lock(tx, { accountId });
      if (!account || account.deletedAt) throw await refusalToDelete(tx, accountId);
      const { now: updatedAt } = tx;
      const batch = new WriteBatch();
      externalAccounts.change(
        batch,
        { customerAppId: app, accountId },
        { holderSealed: null, lastFour: null, metadata: null, updatedAt, deletedAt: updatedAt },
      );
      tx.write(batch);
    });
  }

  /**
   * The accounts of an erased user stay. Holder and number are unreadable without the user's key;
   * this deletes the metadata, which may identify the user, and what operators find them by.
   */
  async forgetHolder(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE external_accounts SET metadata = NULL, last_four = NULL, updated_at = $3
       WHERE customer_app_id = $1 AND user_id = $2 AND deleted_at IS NULL`),
      [tx.customerApp.id, userId, tx.now],
    );
  }

  /** Adds a settlement account, or the change of one, to the batch, with its audit row. */
  async saveSettlement(
    tx: AppTx,
    batch: WriteBatch,
    { accountId, settings, actor }: SettlementAccountChange,
  ) {
    checkSettings(settings);
    const known = await lockSettlement(tx, { accountId, reference: settings.reference });
    if (accountId !== null && known === null) throw accountNotFound();
    const changed = { ...settings, updatedAt: tx.now };
    const account: SettlementAccount = {
      accountId: known?.accountId ?? newId<PaymentAccountId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      accountType: 'SETTLEMENT_ACCOUNT',
      live: known?.live ?? tx.customerApp.type === 'LIVE',
      createdAt: known?.createdAt ?? tx.now,
      ...changed,
    };
    if (known) paymentAccounts.update(batch, account);
    else paymentAccounts.insert(batch, account);
    settlementAccountAudit.insert(batch, {
      customerAppId: account.customerAppId,
      auditId: newId<Id<'SettlementAccountAudit'>>(tx.now),
      accountId: account.accountId,
      action: known ? 'UPDATE' : 'CREATE',
      actor,
      configuration: Object.fromEntries(
        Object.entries(changed).map(([each, value]) => [paymentAccounts.column(each), value]),
      ),
      occurredAt: tx.now,
    });
    const before = known?.currencies ?? [];
    const addedCurrencies = account.currencies.filter((currency) => !before.includes(currency));
    return { account: settlementAccountOf(account), isNew: known === null, addedCurrencies };
  }

  /** The number of an account must be possible in a country of its bank. */
  private async checkedNumber(
    { institution_id: institutionId }: CreatePaymentAccountRequest,
    { type, number }: AccountNumber,
  ): Promise<AccountNumber> {
    const countries = type === 'LOCAL' ? await this.names.countriesOf(institutionId) : [];
    if (type === 'LOCAL' && !isLocalNumber(number, countries)) {
      throw new DomainError(
        'INVALID_REQUEST',
        `account_number.number must be an account number of ${countries.join(', ')}.`,
      );
    }
    const iban = type === 'IBAN' ? ibanOf(number) : null;
    return { type, number: iban ?? number.normalize('NFKC') };
  }

  /** Throws `PersonalDataErased` for a user who was erased. */
  private async add(tx: AppTx, added: NewAccount): Promise<ExternalAccount> {
    const account = {
      ...added,
      customerAppId: tx.customerApp.id,
      createdAt: tx.now,
      updatedAt: tx.now,
    };
    const { holder, ...row } = account;
    const key = await this.vault.keyFor(tx, row.userId);
    const text = JSON.stringify(holder);
    const batch = new WriteBatch();
    externalAccounts.insert(batch, {
      ...row,
      holderSealed: key.encrypt(sealedField(row.accountId), { text }),
      lastFour: lastFourOf(holder),
    });
    tx.write(batch);
    return account;
  }
}

async function refusalToDelete(tx: AppTx, accountId: PaymentAccountId): Promise<DomainError> {
  if (!(await paymentAccounts.find(tx, { accountId }))) return accountNotFound();
  const explanation = 'paymentAccountId must be of an external account, not a settlement account.';
  return new DomainError('INVALID_REQUEST', explanation);
}

async function lockSettlement(
  tx: AppTx,
  { accountId, reference }: { accountId: PaymentAccountId | null; reference: string | null },
): Promise<SettlementAccount | null> {
  const found = await tx.query<{ row: unknown }>(
    byValues(`SELECT to_jsonb(a) AS row FROM payment_accounts a WHERE customer_app_id = $1
       AND (account_id = $2 OR ($2 IS NULL AND settlement_account_reference = $3)) FOR UPDATE`),
    [tx.customerApp.id, accountId, reference],
  );
  const [row] = paymentAccounts.rows(found);
  return row ? settlementAccountOf(row) : null;
}
