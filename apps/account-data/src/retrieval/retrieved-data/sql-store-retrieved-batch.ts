import { Injectable } from '@nestjs/common';
import {
  byKey,
  byValues,
  PersonalDataVault,
  Transactions,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import {
  StoreRetrievedBatch,
  type RetrievedFor,
} from '../../banks/institution-connections/retrieved-data.js';
import type {
  RetrievedAccount,
  RetrievedBatch,
  RetrievedStatement,
} from '../../banks/institution-connections/retrieved-rows.js';
import { DerivedIds } from './derived-ids.js';
import { SHARED_LOCK } from './login-identity-lock.js';
import {
  UPSERT_ACCOUNTS,
  UPSERT_BALANCES,
  UPSERT_IDENTITY,
  UPSERT_STATEMENTS,
  SET_CARD,
  SET_PAYMENT_NUMBER,
} from './persistence/upserts.sql.js';
import { areThere, storeTransactions, withdrawPending } from './persistence/store-transactions.js';

/** Field names of the sealed values. */
export const SEALED = {
  account: 'accounts.sealed',
  paymentNumber: 'accounts.payment_number',
  file: 'statements.sealed_file',
  identity: 'identities.sealed',
} as const;

interface Running {
  readonly tx: AppTx;
  readonly whose: RetrievedFor;
  readonly key: SubjectKey;
  readonly ids: DerivedIds;
  /** No transaction of the batch is stored, as far as is known. */
  readonly areNew: boolean;
}

@Injectable()
export class SqlStoreRetrievedBatch extends StoreRetrievedBatch {
  /** Runs that met a transaction that was there, though they were the first. */
  private readonly mayBeThere = new WeakSet<RetrievedFor>();

  constructor(
    private readonly transactions: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly ids: DerivedIds,
  ) {
    super();
  }

  override async execute(whose: RetrievedFor, batch: RetrievedBatch): Promise<void> {
    if (this.mayBeThere.has(whose)) return this.storeAs(whose, batch, { areNew: false });
    try {
      await this.storeAs(whose, batch, { areNew: whose.isFirst });
    } catch (error) {
      if (!whose.isFirst || !areThere(error)) throw error;
      this.mayBeThere.add(whose);
      await this.storeAs(whose, batch, { areNew: false });
    }
  }

  private storeAs(
    whose: RetrievedFor,
    batch: RetrievedBatch,
    { areNew }: Pick<Running, 'areNew'>,
  ): Promise<void> {
    return this.transactions.forApp(whose.customerAppId, async (tx) => {
      await tx.query(byValues(SHARED_LOCK), [whose.loginIdentityId]);
      const key = await this.vault.keyFor(tx, whose.loginIdentityId);
      await this.store({ tx, whose, key, ids: this.ids, areNew }, batch);
    });
  }

  private async store(running: Running, batch: RetrievedBatch): Promise<void> {
    const { tx, whose, areNew } = running;
    await storeAccounts(running, batch.accounts ?? []);
    const { transactions = [] } = batch;
    await storeTransactions(tx, whose, { transactions, areNew, ids: this.ids });
    await storeBalances(running, batch);
    await storeNumbersAndCards(running, batch);
    await storeStatements(running, batch.statements ?? []);
    if (batch.identity) {
      const text = JSON.stringify(batch.identity);
      const sealed = running.key.encrypt(SEALED.identity, { text });
      await tx.query(byKey(UPSERT_IDENTITY), [...scopeOf(running), sealed, tx.now]);
    }
    const isWhole = whose.product === 'ONLINE_TRANSACTIONS' && batch.outcome === 'RETRIEVED';
    if (isWhole) await withdrawPending(tx, whose);
  }
}

function scopeOf({ whose }: Running): [string, string] {
  return [whose.customerAppId, whose.loginIdentityId];
}

async function storeAccounts(
  running: Running,
  accounts: readonly RetrievedAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  const { tx } = running;
  const rows = accounts
    .map((account, index) => ({ ...accountRow(running, account), bank_order: index }))
    // One order for all, so that batches of two products never wait for each other in a circle.
    .toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1));
  const areAll = running.whose.product === 'ACCOUNTS';
  await tx.query(byKey(UPSERT_ACCOUNTS), [
    ...scopeOf(running),
    JSON.stringify(rows),
    tx.now,
    areAll,
  ]);
}

function accountRow(running: Running, account: RetrievedAccount) {
  const { key, ids } = running;
  const { loginIdentityId } = running.whose;
  const { number, holderName, balance, ledgerBalance: ledger, parentKey } = account;
  const text = JSON.stringify({ number, holderName });
  return {
    account_id: accountIdOf(running, account.accountKey),
    group_id: ids.group(loginIdentityId, number),
    name: account.name,
    nickname: account.nickname ?? null,
    type: account.type,
    subtype: account.subtype,
    currency: account.currency,
    country: account.country,
    parent_id: parentKey === undefined ? null : accountIdOf(running, parentKey),
    is_parent: account.isParent ?? false,
    is_closed: account.isClosed ?? false,
    balances: { balance, ledger, statement: account.statementBalance },
    sealed: `\\x${key.encrypt(SEALED.account, { text }).toString('hex')}`,
  };
}

async function storeBalances(running: Running, { balances = [] }: RetrievedBatch): Promise<void> {
  if (balances.length === 0) return;
  const rows = balances.map(({ accountKey, date, amount }) => ({
    account_id: accountIdOf(running, accountKey),
    date,
    amount: amount.value,
    currency: amount.currency,
  }));
  await running.tx.query(byKey(UPSERT_BALANCES), [...scopeOf(running), JSON.stringify(rows)]);
}

async function storeNumbersAndCards(running: Running, batch: RetrievedBatch): Promise<void> {
  const { tx, key } = running;
  for (const { accountKey, raw, paymentDetails } of batch.accountNumbers ?? []) {
    const text = JSON.stringify({ raw, paymentDetails });
    const sealed = key.encrypt(SEALED.paymentNumber, { text });
    const accountId = accountIdOf(running, accountKey);
    await tx.query(byKey(SET_PAYMENT_NUMBER), [...scopeOf(running), accountId, sealed, tx.now]);
  }
  for (const { accountKey, ...card } of batch.cards ?? []) {
    const accountId = accountIdOf(running, accountKey);
    await tx.query(byKey(SET_CARD), [...scopeOf(running), accountId, JSON.stringify(card), tx.now]);
  }
}

async function storeStatements(
  running: Running,
  statements: readonly RetrievedStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  const { tx, whose, key, ids } = running;
  const rows = statements.map(({ accountKey, statementKey, date, name, file }) => {
    const sealed = key.encrypt(SEALED.file, { text: file.toString('base64') });
    return {
      statement_id: ids.of('statement', whose.loginIdentityId, [accountKey, statementKey]),
      account_id: accountIdOf(running, accountKey),
      date,
      name,
      sealed_file: `\\x${sealed.toString('hex')}`,
    };
  });
  await tx.query(byKey(UPSERT_STATEMENTS), [...scopeOf(running), JSON.stringify(rows), tx.now]);
}

function accountIdOf({ whose, ids }: Running, accountKey: string) {
  return ids.of('account', whose.loginIdentityId, [accountKey]);
}
