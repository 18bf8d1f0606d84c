import { byValues, KeyedHash, PersonalDataVault, Transactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { BankUnavailable } from '../src/banks/institution-connections/institution-connector.js';
import { DerivedIds } from '../src/data/retrieved-data/derived-ids.js';
import { RetrievedDataService } from '../src/data/retrieved-data/retrieved-data.service.js';
import { LoginIdentitiesService } from '../src/identities/login-identities/login-identities.service.js';
import type { Erasing } from './account-data.fixture.js';
import { LinkClient } from './link-client.fixture.js';
import { StandInBank, StandInIncome, StandInStore } from './stand-in-bank.fixture.js';

/** Times that a bank is asked to end a consent. */
const TRIES = 8;
/** More than two transactions of an erasure, fewer than three. */
const ROWS = 12_000;
const ERASED_AT_ONCE = 5_000;

type Orphan = () => void;

class DeadlyBank extends StandInBank {
  /** Answers that no process waits for any more. */
  readonly orphans: Orphan[] = [];
  isDeadly = false;
  /** Calls without an answer. */
  silences = 0;

  override async removeConsent(asked: { bankSession: string }): Promise<'REMOVED'> {
    if (this.silences > 0) {
      this.silences -= 1;
      throw new BankUnavailable('testbank', { reason: 'as the test says' });
    }
    if (!this.isDeadly) return super.removeConsent(asked);
    return new Promise((resolve) => this.orphans.push(() => resolve('REMOVED')));
  }
}

class DeadlyErasure implements Erasing {
  inner?: Erasing;
  readonly orphans: Orphan[] = [];
  isDeadly = false;

  async erase(whose: Parameters<Erasing['erase']>[0]): Promise<void> {
    if (this.isDeadly) await new Promise<void>((resolve) => this.orphans.push(resolve));
    else await this.inner?.erase(whose);
  }

  async eraseUncovered(whose: Parameters<Erasing['erase']>[0]): Promise<void> {
    await this.inner?.eraseUncovered(whose);
  }
}

const bank = new DeadlyBank();
const erasure = new DeadlyErasure();
let client: LinkClient;

beforeAll(async () => {
  client = await LinkClient.start({
    bank,
    erasure,
    store: new StandInStore(),
    income: new StandInIncome(),
  });
  const { service } = client;
  erasure.inner = new RetrievedDataService(
    service.part(Transactions),
    service.part(PersonalDataVault),
    new DerivedIds(service.part(KeyedHash)),
    service.part(LoginIdentitiesService),
  );
});
afterEach(() => {
  for (const each of [bank, erasure]) {
    each.isDeadly = false;
    each.orphans.splice(0).forEach((answer) => answer());
  }
});
afterAll(() => client?.service.end());

const rowsOf = (table: string, id: string) =>
  client.sql(`SELECT * FROM ${table} WHERE login_identity_id = '${id}'`);
const keysOf = (id: string) =>
  client.sql(`SELECT 1 FROM personal_data_keys
    WHERE subject_id LIKE '%${id}%' AND wrapped_key IS NOT NULL`);
const countOf = async (id: string) => (await rowsOf('transactions', id)).length;

/** A login with transactions, deleted by its user. */
async function deleted(): Promise<string> {
  const { login_identity_id: id } = await client.linked('usergood');
  await client.sql(`INSERT INTO transactions (customer_app_id, login_identity_id, transaction_id,
      account_id, is_pending, occurred_at, amount, currency, description, retrieval_id, created_at,
      updated_at)
    SELECT '${client.app}', '${id}', lpad(n::text, 8, '0'), 'a', false,
      now() + n * interval '1 second', 1, 'HKD', 'x', 'r', now(), now()
    FROM generate_series(1, ${ROWS}) AS n`);
  const own = await client.ownToken(id);
  expect((await client.service.delete('/login_identity', own)).status).toBe(200);
  return id;
}

/** Its process dies: when the lease ends, another takes the job, and nothing of the dead one counts. */
async function dies(id: string, { orphans }: { readonly orphans: Orphan[] }): Promise<void> {
  const answer = await eventually(() => orphans.at(0));
  await client.sql(`UPDATE link_jobs SET claim = claim + 1, leased_until = now()
    WHERE login_identity_id = '${id}'`);
  orphans.shift();
  answer?.();
}

const ends = (id: string, status: string) =>
  eventually(async () => {
    expect(await rowsOf('login_identities', id)).toMatchObject([{ status }]);
    return true;
  });

it('an unlinking abandons a bank that crashes the process each time, and keeps nothing', async () => {
  bank.isDeadly = true;
  const id = await deleted();
  for (let death = 0; death < TRIES; death += 1) await dies(id, bank);
  await ends(id, 'UNLINK_FAILED');
  expect(bank.orphans).toEqual([]);
  for (const table of ['link_jobs', 'login_credentials', 'transactions']) {
    expect(await rowsOf(table, id)).toEqual([]);
  }
  expect(await keysOf(id)).toEqual([]);
});

it('an unlinking asks a silent bank again', async () => {
  bank.silences = TRIES - 1;
  const id = await deleted();
  for (let failures = 1; failures < TRIES; failures += 1) {
    await eventually(async () => {
      expect(await rowsOf('link_jobs', id)).toMatchObject([{ failures }]);
      return bank.silences === TRIES - 1 - failures;
    });
    await client.sql(`UPDATE link_jobs SET due_at = now() WHERE login_identity_id = '${id}'`);
    await client.runDue();
  }
  await ends(id, 'UNLINK_SUCCEEDED');
  expect(await keysOf(id)).toEqual([]);
});

it('an unlinking never abandons the erasure, and asks the bank afterwards', async () => {
  erasure.isDeadly = true;
  const id = await deleted();
  for (let death = 0; death < TRIES + 2; death += 1) await dies(id, erasure);
  expect(await countOf(id)).toBe(ROWS);
  await eventually(() => erasure.orphans.length === 1);
  erasure.isDeadly = false;
  await dies(id, erasure);
  await ends(id, 'UNLINK_SUCCEEDED');
  expect(await countOf(id)).toBe(0);
});

it('an unlinking erases in small steps, so that a crash leaves less to do', async () => {
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  erasure.isDeadly = true;
  const id = await deleted();
  const last = client.service.part(Transactions).forApp(client.app, async (tx) => {
    await tx.query(
      byValues(`SELECT 1 FROM transactions WHERE login_identity_id = $1
       ORDER BY transaction_id DESC LIMIT 1 FOR UPDATE`),
      [id],
    );
    locked.resolve();
    await held.promise;
  });
  try {
    await Promise.race([locked.promise, last]);
    erasure.isDeadly = false;
    await dies(id, erasure);
    await eventually(async () => (await countOf(id)) === ROWS % ERASED_AT_ONCE);
    expect(await keysOf(id)).toEqual([{ '?column?': 1 }]);
  } finally {
    held.resolve();
    await last;
  }
  await ends(id, 'UNLINK_SUCCEEDED');
  expect(await countOf(id)).toBe(0);
});
