import {
  CustomerAppViews,
  DueJobRunner,
  KeyedHash,
  PersonalDataVault,
  Transactions,
} from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import type { Retrieval } from '../src/banks/institution-connections/institution-connector.js';
import type { RetrievedBatch } from '../src/banks/institution-connections/retrieved-rows.js';
import { DerivedIds } from '../src/data/retrieved-data/derived-ids.js';
import {
  RetrievedDataService,
  type RetrievedFor,
} from '../src/data/retrieved-data/retrieved-data.service.js';
import { LoginIdentitiesService } from '../src/identities/login-identities/login-identities.service.js';
import type { Erasing, Storing } from './account-data.fixture.js';
import { LinkClient } from './link-client.fixture.js';
import { StandInBank, StandInIncome } from './stand-in-bank.fixture.js';

const ROUNDS = 24;
const BATCHES = 8;
/** The time that the bank takes for one batch. */
const BATCH_MS = 8;
const MINUTE_MS = 60_000;

const ACCOUNT = {
  accountKey: 'current',
  name: 'Current',
  type: 'DEPOSIT',
  subtype: 'CURRENT',
  currency: 'HKD',
  country: 'HKG',
  number: '012-345-678901',
} as const;

/** Sends batch after batch, and never all at once. */
class SlowBank extends StandInBank {
  /** Batches of the last retrieval. */
  given = 0;
  /** From this batch on the bank waits. */
  heldAt = Infinity;
  go = Promise.withResolvers<void>();
  /** A date that no database takes, once. */
  isWrongAt = Infinity;

  override async *retrieve(retrieval: Retrieval): AsyncIterable<RetrievedBatch> {
    this.given = 0;
    this.retrieved.push(`${retrieval.product} after ${retrieval.resumeAfter ?? 'nothing'}`);
    const done = Number(retrieval.resumeAfter ?? 0);
    for (let batch = done + 1; batch <= BATCHES; batch += 1) {
      if (batch >= this.heldAt) await this.go.promise;
      await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
      this.given = batch;
      yield this.batchOf(batch);
    }
  }

  private batchOf(batch: number): RetrievedBatch {
    const isWrong = batch === this.isWrongAt;
    if (isWrong) this.isWrongAt = Infinity;
    const rows = {
      cursor: String(batch),
      accounts: [ACCOUNT],
      balances: [
        {
          accountKey: 'current',
          date: isWrong ? '2026-02-31' : `2026-01-0${batch}`,
          amount: { value: '1.00', currency: 'HKD' },
        },
      ],
    };
    return batch === BATCHES ? { ...rows, outcome: 'RETRIEVED' } : rows;
  }
}

/** The store of the service itself, which is made once it runs. */
class RealData implements Storing, Erasing {
  inner?: RetrievedDataService;

  async store(whose: RetrievedFor, batch: RetrievedBatch): Promise<void> {
    await this.inner?.store(whose, batch);
  }

  async erase(whose: RetrievedFor): Promise<void> {
    await this.inner?.erase(whose);
  }

  async eraseUncovered(whose: RetrievedFor): Promise<void> {
    await this.inner?.eraseUncovered(whose);
  }
}

const bank = new SlowBank();
const data = new RealData();
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
let client: LinkClient;

beforeAll(async () => {
  process.on('unhandledRejection', note);
  client = await LinkClient.start({
    bank,
    store: data,
    erasure: data,
    income: new StandInIncome(),
  });
  const { service } = client;
  data.inner = new RetrievedDataService(
    service.part(Transactions),
    service.part(PersonalDataVault),
    new DerivedIds(service.part(KeyedHash)),
    service.part(LoginIdentitiesService),
  );
});
afterEach(() => {
  bank.go.resolve();
  bank.go = Promise.withResolvers<void>();
  bank.heldAt = Infinity;
  bank.retrieved.length = 0;
  unhandled.length = 0;
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await client?.service.end();
});

const setClock = (offsetMs: number, frozenAt: Date | null = null) =>
  client.service
    .part(Transactions)
    .forApp(client.app, (tx) =>
      client.service.part(CustomerAppViews).setClock(tx, client.app, { offsetMs, frozenAt }),
    );
const jobsOf = (id: string) =>
  client.sql(`SELECT claim, leased_until > now() AS is_leased FROM link_jobs
    WHERE login_identity_id = '${id}'`);
const begun = (id: string) =>
  eventually(async () => {
    expect(await jobsOf(id)).toHaveLength(1);
    return bank.given > 0;
  });
const ORDER = { products_requested: ['BALANCE_HISTORY'] };

it('the service goes on when a login is deleted while its data is read', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    bank.given = 0;
    const { login_identity_id: id } = await client.link('usergood', ORDER);
    const own = await client.ownToken(id);
    await eventually(() => bank.given > round % BATCHES, { describe: 'the batch of the round' });
    expect((await client.service.delete('/login_identity', own)).status).toBe(200);
    await eventually(async () => {
      const sql = `SELECT status FROM login_identities WHERE login_identity_id = '${id}'`;
      expect(await client.sql(sql)).toEqual([{ status: 'UNLINK_SUCCEEDED' }]);
      return true;
    });
  }
  expect((await client.service.get('/institutions', client.token)).status).toBe(200);
  expect(unhandled).toEqual([]);
});

it('a retrieval repeats what the database refused', async () => {
  bank.isWrongAt = 3;
  const { login_identity_id: id } = await client.link('usergood', ORDER);
  await eventually(async () => {
    const sql = `SELECT failures FROM link_jobs WHERE login_identity_id = '${id}'`;
    expect(await client.sql(sql)).toEqual([{ failures: 1 }]);
    return true;
  });
  expect(unhandled).toEqual([]);
  await client.sql(`UPDATE link_jobs SET due_at = now() WHERE login_identity_id = '${id}'`);
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  expect(bank.retrieved).toEqual(['BALANCE_HISTORY after nothing', 'BALANCE_HISTORY after 2']);
});

it('leases continue when an app moves its clock', async () => {
  bank.heldAt = 4;
  const { login_identity_id: id } = await client.link('usergood', ORDER);
  await begun(id);
  const before = await jobsOf(id);
  await setClock(10 * MINUTE_MS);
  await client.service.part(DueJobRunner).runFor(client.app);
  expect(await jobsOf(id)).toEqual(before);
  bank.go.resolve();
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  expect(bank.retrieved).toEqual(['BALANCE_HISTORY after nothing']);
  expect(unhandled).toEqual([]);
});

it('leases end although the clock of an app stands still', async () => {
  await setClock(0, new Date());
  bank.heldAt = 4;
  const { login_identity_id: id } = await client.link('usergood', ORDER);
  await eventually(() => bank.given === 3);
  await eventually(async () => {
    const sql = `SELECT cursor FROM link_jobs WHERE login_identity_id = '${id}'`;
    expect(await client.sql(sql)).toEqual([{ cursor: '3' }]);
    return true;
  });
  const [job] = await jobsOf(id);
  expect(job).toMatchObject({ is_leased: true });
  await client.sql(`UPDATE link_jobs SET leased_until = now() WHERE login_identity_id = '${id}'`);
  await eventually(async () => Number((await jobsOf(id))[0]?.['claim']) > Number(job?.['claim']));
  bank.heldAt = Infinity;
  bank.go.resolve();
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  await setClock(0);
  expect(unhandled).toEqual([]);
});
