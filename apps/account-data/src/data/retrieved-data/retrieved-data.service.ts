import { Injectable } from '@nestjs/common';
import {
  byKey,
  byValues,
  PersonalDataVault,
  Transactions,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import type {
  RetrievedAccount,
  RetrievedBatch,
} from '../../banks/institution-connections/retrieved-rows.js';
import { coveredProducts } from '../../identities/login-identities/products.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';
import type { LoginKey } from '../../identities/login-identities/login-identity.table.js';
import { DerivedIds } from './derived-ids.js';
import { SEALED } from './owned-data.reads.js';
import {
  areThere,
  storeTransactions,
  withdrawPending,
  type RetrievedFor,
} from './store-transactions.js';
import { UNCOVERED_ROWS } from './uncovered-rows.sql.js';
import {
  SET_CARD,
  SET_PAYMENT_NUMBER,
  UPSERT_ACCOUNTS,
  UPSERT_BALANCES,
  UPSERT_IDENTITY,
  UPSERT_STATEMENTS,
} from './upserts.sql.js';

export type { RetrievedFor };

interface Running {
  readonly tx: AppTx;
  readonly whose: RetrievedFor;
  readonly key: SubjectKey;
  readonly ids: DerivedIds;
  /** No transaction of the batch is stored, as far as is known. */
  readonly areNew: boolean;
}

/**
 * Held while a batch is stored, shared with other batches. Erasure waits for them, and later
 * batches find the key destroyed.
 */
const SHARED_LOCK = byValues(`SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 17))::text`);
export const EXCLUSIVE_LOCK = byValues(
  `SELECT pg_advisory_xact_lock(hashtextextended($1, 17))::text`,
);

const TABLES = [
  'transactions',
  'account_balances',
  'composite_statements',
  'statements',
  'identities',
  'accounts',
] as const;
/** Rows of one transaction: well within the time limit of a statement. */
const MAX_ROWS = 5_000;

/** Stores what banks send, and erases it. */
@Injectable()
export class RetrievedDataService {
  /** Runs that met a transaction that was there, though they were the first. */
  private readonly mayBeThere = new WeakSet<RetrievedFor>();

  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly ids: DerivedIds,
    private readonly identities: LoginIdentitiesService,
  ) {}

  /**
   * Stores one batch in one transaction. Idempotent: rows are keyed by the bank's own IDs. So a
   * batch that is stored twice, or again in a later refresh, changes rows and adds none. Safe at the
   * same time as batches of other products of the same login identity. Throws `PersonalDataErased`
   * when the login identity was deleted: the job ends.
   */
  async store(whose: RetrievedFor, batch: RetrievedBatch): Promise<void> {
    const areNew = whose.isFirst && !this.mayBeThere.has(whose);
    try {
      await this.storeAs(whose, batch, { areNew });
    } catch (error) {
      if (!areNew || !areThere(error)) throw error;
      this.mayBeThere.add(whose);
      await this.storeAs(whose, batch, { areNew: false });
    }
  }

  /**
   * Erases everything that was retrieved for one login identity. The key of its sealed fields goes
   * first: then backups cannot be read either, and nothing more is stored. Rows and files follow, a
   * few thousand at a time. Idempotent.
   */
  async erase(whose: LoginKey): Promise<void> {
    await this.alone(whose, (tx) => this.vault.destroy(tx, whose.loginIdentityId));
    for (const table of TABLES) {
      const some = byValues(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE customer_app_id = $1 AND login_identity_id = $2
        LIMIT $3)) RETURNING 1 AS erased`);
      await this.untilNone(whose, (tx) => tx.query(some, rowsOf(whose)));
    }
  }

  /** Erases the rows of products that the consent does not cover now; later rows are stored. */
  async eraseUncovered(whose: LoginKey): Promise<void> {
    for (const { sql, unless } of UNCOVERED_ROWS) {
      await this.untilNone(whose, async (tx) => {
        // Locked, so that no wider consent begins before the rows are gone.
        const identity = await this.identities.lock(tx, whose.loginIdentityId);
        const covered = identity ? coveredProducts(identity.snapshot, tx.now) : [];
        const isCovered = unless.some((product) => covered.includes(product));
        return isCovered ? [] : tx.query(byValues(sql), rowsOf(whose));
      });
    }
  }

  private storeAs(
    whose: RetrievedFor,
    batch: RetrievedBatch,
    { areNew }: Pick<Running, 'areNew'>,
  ): Promise<void> {
    return this.db.forApp(whose.customerAppId, async (tx) => {
      await tx.query(SHARED_LOCK, [whose.loginIdentityId]);
      const key = await this.vault.keyFor(tx, whose.loginIdentityId);
      await storeRows({ tx, whose, key, ids: this.ids, areNew }, batch);
    });
  }

  /** Each step is permanent, whatever happens to those after it. */
  private async untilNone(
    whose: LoginKey,
    eraseSome: (tx: AppTx) => Promise<readonly object[]>,
  ): Promise<void> {
    let erased = MAX_ROWS;
    while (erased === MAX_ROWS) erased = (await this.alone(whose, eraseSome)).length;
  }

  private alone<T>(whose: LoginKey, work: (tx: AppTx) => Promise<T>): Promise<T> {
    return this.db.forApp(whose.customerAppId, async (tx) => {
      await tx.query(EXCLUSIVE_LOCK, [whose.loginIdentityId]);
      return work(tx);
    });
  }
}

function rowsOf({ customerAppId, loginIdentityId }: LoginKey): unknown[] {
  return [customerAppId, loginIdentityId, MAX_ROWS];
}

async function storeRows(running: Running, batch: RetrievedBatch): Promise<void> {
  const { tx, whose, key, ids } = running;
  const { customerAppId, loginIdentityId } = whose;
  const run = (sql: string, ...params: readonly unknown[]) =>
    tx.query(byKey(sql), [customerAppId, loginIdentityId, ...params]);
  const accountId = (accountKey: string) => ids.of('account', loginIdentityId, [accountKey]);
  const sealed = (field: string, value: string | object) =>
    key.encrypt(field, { text: typeof value === 'string' ? value : JSON.stringify(value) });

  const accounts = (batch.accounts ?? [])
    .map((account, index) => ({ ...accountRow(running, account), bank_order: index }))
    // One order for all, so that batches of two products never wait for each other in a circle.
    .toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1));
  const areAll = whose.product === 'ACCOUNTS';
  if (accounts.length > 0) await run(UPSERT_ACCOUNTS, JSON.stringify(accounts), tx.now, areAll);
  await storeTransactions(tx, whose, { ...running, transactions: batch.transactions ?? [] });
  const balances = (batch.balances ?? []).map(({ accountKey, date, amount }) => ({
    account_id: accountId(accountKey),
    date,
    amount: amount.value,
    currency: amount.currency,
  }));
  if (balances.length > 0) await run(UPSERT_BALANCES, JSON.stringify(balances));
  for (const { accountKey, ...number } of batch.accountNumbers ?? []) {
    const value = sealed(SEALED.paymentNumber, number);
    await run(SET_PAYMENT_NUMBER, accountId(accountKey), value, tx.now);
  }
  for (const { accountKey, ...card } of batch.cards ?? []) {
    await run(SET_CARD, accountId(accountKey), JSON.stringify(card), tx.now);
  }
  const statements = (batch.statements ?? []).map(({ accountKey, statementKey, file, ...row }) => ({
    statement_id: ids.of('statement', loginIdentityId, [accountKey, statementKey]),
    account_id: accountId(accountKey),
    date: row.date,
    name: row.name,
    sealed_file: hexOf(sealed(SEALED.file, file.toString('base64'))),
  }));
  if (statements.length > 0) await run(UPSERT_STATEMENTS, JSON.stringify(statements), tx.now);
  if (batch.identity) {
    await run(UPSERT_IDENTITY, sealed(SEALED.identity, batch.identity), tx.now);
  }
  const isWhole = whose.product === 'ONLINE_TRANSACTIONS' && batch.outcome === 'RETRIEVED';
  if (isWhole) await withdrawPending(tx, whose);
}

function accountRow({ whose, key, ids }: Running, account: RetrievedAccount) {
  const { loginIdentityId } = whose;
  const { number, holderName, balance, ledgerBalance: ledger, parentKey } = account;
  const idOf = (accountKey: string) => ids.of('account', loginIdentityId, [accountKey]);
  const text = JSON.stringify({ number, holderName });
  return {
    account_id: idOf(account.accountKey),
    group_id: ids.group(loginIdentityId, number),
    name: account.name,
    nickname: account.nickname ?? null,
    type: account.type,
    subtype: account.subtype,
    currency: account.currency,
    country: account.country,
    parent_id: parentKey === undefined ? null : idOf(parentKey),
    is_parent: account.isParent ?? false,
    is_closed: account.isClosed ?? false,
    balances: { balance, ledger, statement: account.statementBalance },
    sealed: hexOf(key.encrypt(SEALED.account, { text })),
  };
}

/** Bytes as PostgreSQL reads them in JSON. */
function hexOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
