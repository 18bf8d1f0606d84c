import { jest } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KeyedHash, PersonalDataVault, Transactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import type {
  CredentialsLogin,
  LoginAnswer,
  Retrieval,
} from '../src/banks/institution-connections/institution-connector.js';
import type {
  RetrievedBatch,
  RetrievedTransaction,
} from '../src/banks/institution-connections/retrieved-rows.js';
import { DerivedIds } from '../src/data/retrieved-data/derived-ids.js';
import {
  RetrievedDataService,
  type RetrievedFor,
} from '../src/data/retrieved-data/retrieved-data.service.js';
import { LoginIdentitiesService } from '../src/identities/login-identities/login-identities.service.js';
import type { Storing } from './account-data.fixture.js';
import { LinkClient } from './link-client.fixture.js';
import { StandInBank, StandInErasure, StandInIncome } from './stand-in-bank.fixture.js';

const BATCHES = 100;
const ROWS = 1_000;
const DESCRIPTION = 'CARD PURCHASE '.repeat(10);
/** What a few batches take; all rows together are more than twice that. */
const MAX_MIB = 15;
const MEASURED_EVERY = 10;
const MIB = 1024 ** 2;
/** Times that a bank is asked at most. */
const DEATHS = 4;
/** Refreshes that go on at the same time. */
const AT_ONCE = 32;

// A hundred thousand rows, on a busy machine.
jest.setTimeout(180_000);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMib(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MIB;
}

/** Makes its rows while they are asked for, as a bank sends page after page. */
class LargeBank extends StandInBank {
  /** Retrievals of `user_held` wait for it. */
  readonly held = Promise.withResolvers<void>();
  /** Logins; a lease that ends brings a job again. */
  readonly waiting = new Set<string>();
  holds = false;
  /** Answers that no process waits for any more. */
  readonly orphans: (() => void)[] = [];

  override startLogin(login: CredentialsLogin): Promise<LoginAnswer> {
    const answer = super.startLogin(login);
    if (login.credentials['user_id'] !== 'user_deadly') return answer;
    return new Promise((resolve) => this.orphans.push(() => resolve(answer)));
  }

  override async *retrieve(retrieval: Retrieval): AsyncIterable<RetrievedBatch> {
    const { product, bankSession } = retrieval;
    if (this.holds && bankSession === 'session of user_held') {
      this.waiting.add(retrieval.loginIdentityId);
      await this.held.promise;
    }
    if (product === 'STATEMENTS') yield* super.retrieve(retrieval);
    else if (product !== 'HISTORICAL_TRANSACTIONS') {
      yield { cursor: 'all', outcome: 'RETRIEVED' };
    } else yield* this.history();
  }

  private async *history(): AsyncIterable<RetrievedBatch> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const isLast = batch === BATCHES - 1;
      const transactions = Array.from({ length: ROWS }, (_, row) => rowOf(batch * ROWS + row));
      const rows = { cursor: String(batch), accounts: [ACCOUNT], transactions };
      yield await Promise.resolve(isLast ? { ...rows, outcome: 'RETRIEVED' } : rows);
    }
  }
}

const ACCOUNT = {
  accountKey: 'current',
  name: 'Current',
  type: 'DEPOSIT',
  subtype: 'CURRENT',
  currency: 'HKD',
  country: 'HKG',
  number: '012-345-678901',
} as const;

function rowOf(index: number): RetrievedTransaction {
  return {
    accountKey: 'current',
    transactionKey: String(index),
    isPending: false,
    postedDate: '2026-01-01',
    transactionTime: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
    amount: { value: '-1.00', currency: 'HKD' },
    description: `${index} ${DESCRIPTION}`,
  };
}

/** Stores as the service does, and looks at the heap now and then. */
class MeasuredStore implements Storing {
  inner?: RetrievedDataService;
  readonly heaps: number[] = [];
  private batches = 0;

  async store(whose: RetrievedFor, batch: RetrievedBatch): Promise<void> {
    await this.inner?.store(whose, batch);
    this.batches += 1;
    if (this.batches % MEASURED_EVERY === 0) this.heaps.push(heapMib());
  }
}

const bank = new LargeBank();
const store = new MeasuredStore();
let client: LinkClient;

beforeAll(async () => {
  client = await LinkClient.start({
    bank,
    store,
    erasure: new StandInErasure(),
    income: new StandInIncome(),
  });
  const { service } = client;
  store.inner = new RetrievedDataService(
    service.part(Transactions),
    service.part(PersonalDataVault),
    new DerivedIds(service.part(KeyedHash)),
    service.part(LoginIdentitiesService),
  );
});
afterAll(async () => {
  bank.held.resolve();
  await client?.service.end();
});

it('the service stores 100,000 transactions without holding all of them in memory', async () => {
  await client.linked('usergood', { products_requested: ['ACCOUNTS'] });
  const before = heapMib();
  const { login_identity_id: id } = await client.link('usergood', {
    products_requested: ['TRANSACTIONS'],
  });
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE', 120_000);
  const [row] = await client.sql(
    `SELECT count(*)::int AS rows, max(transaction_count) AS counted FROM accounts a
     JOIN transactions t USING (customer_app_id, login_identity_id, account_id)
     WHERE login_identity_id = '${id}'`,
  );
  expect(row).toEqual({ rows: BATCHES * ROWS, counted: BATCHES * ROWS });
  expect(store.heaps.length).toBeGreaterThanOrEqual(BATCHES / MEASURED_EVERY);
  expect(Math.max(...store.heaps) - before).toBeLessThan(MAX_MIB);
});

it.each([
  ['that has passed', '0 ms', false],
  ['while the bank goes on and on', '500 ms', true],
])('a retrieval abandons a product at a deadline %s', async (_when, ahead, isEndless) => {
  bank.failures = 1;
  const { login_identity_id: id } = await client.link('usergood', {
    products_requested: ['STATEMENTS'],
  });
  const job = `FROM link_jobs WHERE failures = 1 AND kind = 'RETRIEVAL' AND login_identity_id = '${id}'`;
  await eventually(async () => (await client.sql(`SELECT 1 ${job}`)).length === 1);
  bank.isEndless = isEndless;
  await client.sql(`UPDATE link_jobs SET due_at = now(), deadline_at = now() + interval '${ahead}'
    WHERE login_identity_id = '${id}'`);
  const { product_status: products } = await client.reaches(id, 'ERROR');
  expect(products?.statements?.status_details).toBe('STATEMENTS_RETRIEVAL_FAILED');
  bank.isEndless = false;
});

it('a login that crashes its process each time is abandoned', async () => {
  const { login_identity_id: id } = await client.link('user_deadly');
  for (let death = 1; death <= DEATHS; death += 1) {
    await eventually(() => bank.orphans.length === death);
    // As a lease that ends: what the dead process would have written is another's now.
    await client.sql(`UPDATE link_jobs SET claim = claim + 1, leased_until = now()
      WHERE login_identity_id = '${id}'`);
    bank.orphans[death - 1]?.();
  }
  const failed = await client.reaches(id, 'ERROR');
  expect(failed.authentication_status?.status).toBe(
    'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  );
  expect(bank.orphans).toHaveLength(DEATHS);
  expect(await client.sql(`SELECT 1 FROM link_jobs WHERE login_identity_id = '${id}'`)).toEqual([]);
});

const complete = (id: string) => client.reaches(id, 'DATA_RETRIEVAL_COMPLETE', 60_000);

it('few refreshes run at a time, and a user does not wait for them', async () => {
  const due = 40;
  const order = { products_requested: ['ACCOUNTS'] };
  const typed = { user_id: 'user_held', password: 'datagood' };
  const held = () => ({ ...order, encrypted_credentials: client.sealed(typed) });
  const logins = await Promise.all(Array.from({ length: due }, () => client.link('any', held())));
  for (const { login_identity_id: id } of logins) await complete(id);
  const ids = logins.map(({ login_identity_id: id }) => `'${id}'`).join();
  const sessions = logins.map(({ last_session_id: id }) => id);
  bank.holds = true;
  await client.sql(
    `UPDATE login_identities SET next_refresh_at = now() WHERE login_identity_id IN (${ids})`,
  );
  await eventually(() => bank.waiting.size >= AT_ONCE, { deadlineMs: 60_000 });
  await complete((await client.link('usergood', order)).login_identity_id);
  expect(bank.waiting.size).toBe(AT_ONCE);
  bank.held.resolve();
  for (const { login_identity_id: id } of logins) {
    await eventually(
      async () => {
        const { last_session_id: session, status } = await client.read(id);
        return !sessions.includes(session) && status === 'DATA_RETRIEVAL_COMPLETE';
      },
      { deadlineMs: 60_000 },
    );
  }
});
