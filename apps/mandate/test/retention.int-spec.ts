import { newId, type CustomerAppId } from '@towpath/kernel';
import { baseRetention, createPool, PgTransactions, RetentionJob } from '@towpath/persistence';
import { describeRetention, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { mandateMigrations } from '../src/migrations/index.js';
import { mandateRetention } from '../src/persistence/retention.js';

let database: TestDatabase;
let pools: ReturnType<typeof createPool>[];
let job: RetentionJob;
let admin: pg.Client;
let app: CustomerAppId;
beforeAll(async () => {
  database = await testDatabase('mandate', mandateMigrations);
  const appPool = createPool({ url: database.urls.app, name: 'retention' });
  const workerPool = createPool({ url: database.urls.worker, name: 'retention' });
  pools = [appPool, workerPool];
  const transactions = new PgTransactions({ appPool, workerPool });
  job = new RetentionJob(transactions, mandateRetention);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  // Rows are written as they were years ago: by then their foreign keys held.
  await admin.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await admin?.end();
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await database?.drop();
});
beforeEach(() => {
  app = newId<CustomerAppId>(new Date());
});

describeRetention('mandate', () => ({
  database,
  rules: [...baseRetention, ...mandateRetention],
}));

const YEARS_7 = 2_557;

/** Age columns of all that a mandate has. */
const AGES = {
  mandates: ['created_at', 'updated_at'],
  mandate_state_changes: ['occurred_at'],
  mandate_consents: ['recorded_at', 'given_at'],
  mandate_submissions: ['created_at'],
  mandate_checklists: ['updated_at'],
  mandate_sessions: ['created_at'],
  direct_debits: ['created_at', 'updated_at'],
  direct_debit_state_changes: ['occurred_at'],
  settled_entries: ['settled_at', 'read_at'],
  reconciliation_differences: ['found_at', 'closed_at'],
} as const;
type Table = keyof typeof AGES;
const TABLES = [...(Object.keys(AGES) as Table[]), 'mandate_usage'] as const;

/** A mandate with one row in every table, written today. */
async function add(status = 'REVOKED'): Promise<void> {
  const statements = [
    `INSERT INTO mandates (customer_app_id, mandate_id, payment_method_id, status, live, user_id,
       external_user_id, sender_type, recipient_account_id, currency, start_date, sequence,
       created_at, updated_at)
     VALUES ($1, 'm', 'method', '${status}', false, 'user', 'user-1', 'INDIVIDUAL', 'account',
       'HKD', '2019-01-01', 1, now(), now())`,
    `INSERT INTO mandate_state_changes
     VALUES ($1, 'm', 1, NULL, 'create', '${status}', NULL, now())`,
    `INSERT INTO mandate_consents (customer_app_id, consent_id, mandate_id, given_at,
       given_through, currency, start_date, recorded_at)
     VALUES ($1, 'consent', 'm', now(), 'CUSTOMER_APP', 'HKD', '2019-01-01', now())`,
    `INSERT INTO mandate_submissions (customer_app_id, mandate_id, reference, follow_ups_asked,
       created_at) VALUES ($1, 'm', 'ref', 0, now())`,
    `INSERT INTO mandate_checklists (customer_app_id, mandate_id, submitted, otp_asked, updated_at)
     VALUES ($1, 'm', '{}', false, now())`,
    `INSERT INTO mandate_sessions VALUES ($1, 'session', 'm', 'SERVICE_LINK', '{}', NULL, NULL,
       now())`,
    `INSERT INTO direct_debits (customer_app_id, payment_id, mandate_id, integration_id,
       connector, status, amount, currency, reserved, sequence, follow_ups_asked, created_at, updated_at)
     VALUES ($1, 'p', 'm', 'GW3', 'sandbox', 'EXECUTED', 500, 'HKD', true, 1, 0, now(), now())`,
    `INSERT INTO direct_debit_state_changes
     VALUES ($1, 'p', 1, NULL, 'reserve', 'EXECUTED', NULL, now())`,
    `INSERT INTO settled_entries VALUES ($1, 'TEST', 'GW3', 'entry', 'p', 'p', 'CHARGE', 500,
       'HKD', now(), now())`,
    `INSERT INTO reconciliation_differences VALUES ($1, 'difference', 'TEST', 'GW3', 'p', 'CHARGE',
       'AMOUNT', '[]', '[]', now(), now())`,
    `INSERT INTO mandate_usage VALUES ($1, 'm', '2019-01-01', 500, 1, NULL, NULL)`,
  ];
  for (const statement of statements) await admin.query(statement, [app]);
}

async function age(days: number, except: readonly string[] = []): Promise<void> {
  for (const [table, columns] of Object.entries(AGES)) {
    if (except.includes(table)) continue;
    const sets = columns.map((column) => `${column} = ${column} - $2 * interval '1 day'`);
    await admin.query(`UPDATE ${table} SET ${sets.join()} WHERE customer_app_id = $1`, [app, days]);
  }
}

/** The first run after a start; later ones of the same job wait for an hour. */
async function retention(): Promise<void> {
  for (const rule of mandateRetention) await job.apply(rule);
}

async function left(tables: readonly string[] = TABLES): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const sql = `SELECT 1 FROM ${table} WHERE customer_app_id = $1`;
    if ((await admin.query(sql, [app])).rowCount !== 0) found.push(table);
  }
  return found;
}

describe('seven years after the end of a mandate', () => {
  it('the mandate is deleted with its consent and all that belongs to it', async () => {
    await add();
    await age(YEARS_7 + 0.01);
    await retention();
    expect(await left()).toEqual([]);
  });

  it('a mandate one day younger keeps everything except sessions', async () => {
    await add();
    await age(YEARS_7 - 1);
    await retention();
    expect(await left()).toEqual(TABLES.filter((table) => table !== 'mandate_sessions'));
  });

  it.each(Object.keys(AGES).filter((table) => table !== 'mandate_sessions'))(
    'a mandate stays while one of its %s is younger',
    async (table) => {
      await add();
      await age(YEARS_7 + 100, [table]);
      await retention();
      expect(await left(['mandates', 'mandate_consents', 'direct_debits'])).toHaveLength(3);
    },
  );

  it('a session of yesterday is deleted with its mandate', async () => {
    await add();
    await age(YEARS_7 + 1, ['mandate_sessions']);
    await retention();
    expect(await left()).toEqual([]);
  });

  it('a mandate that was never authorized is deleted too', async () => {
    await add('AUTHORIZATION_REQUIRED');
    await age(YEARS_7 + 1);
    await retention();
    expect(await left(['mandates'])).toEqual([]);
  });

  it.each(['SUCCEEDED', 'SUBMITTED', 'READY_TO_SUBMIT', 'PROCESSING'])(
    'a mandate that is %s stays with its consent, however old',
    async (status) => {
      await add(status);
      await age(9_000);
      await retention();
      expect(await left(['mandates', 'mandate_consents'])).toHaveLength(2);
    },
  );

  it('a mandate stays while its bank still has a direct debit of it', async () => {
    await add();
    await admin.query(`UPDATE direct_debits SET status = 'SUBMITTED' WHERE customer_app_id = $1`, [
      app,
    ]);
    await age(YEARS_7 + 1);
    await retention();
    expect(await left(['mandates', 'direct_debits'])).toHaveLength(2);
  });

  it('a mandate stays while a difference about it is open', async () => {
    await add();
    await admin.query(
      `UPDATE reconciliation_differences SET closed_at = NULL WHERE customer_app_id = $1`,
      [app],
    );
    await age(YEARS_7 + 1);
    await retention();
    expect(await left(['mandates', 'settled_entries'])).toHaveLength(2);
  });

  it('settled entries without a debit of ours stay', async () => {
    await add();
    const stray = `UPDATE settled_entries SET subject = 'stray' WHERE customer_app_id = $1`;
    await admin.query(stray, [app]);
    await age(YEARS_7 + 1);
    await retention();
    expect(await left()).toEqual(['settled_entries']);
  });

  it('no role, not even the administrator, deletes any of a mandate earlier', async () => {
    await add();
    await age(YEARS_7 - 1);
    const strict = new pg.Client({ connectionString: database.adminUrl });
    await strict.connect();
    try {
      for (const table of ['mandates', 'mandate_consents', 'direct_debits', 'settled_entries']) {
        await expect(
          strict.query(`DELETE FROM ${table} WHERE customer_app_id = $1`, [app]),
        ).rejects.toThrow(`rows of ${table} are never changed nor deleted before 2557 days`);
      }
    } finally {
      await strict.end();
    }
  });
});

describe('the input of a payer who left', () => {
  const typed = async (days: number, finishAt: 'NULL' | 'now()' = 'NULL') => {
    await add('AUTHORIZING');
    await admin.query(
      `UPDATE mandate_checklists SET sealed = 'x', otp_asked = true, finish_at = ${finishAt},
         submitted = '{"ENDUSER_CONSENT": {}}', institution = '{"institution_id": "testbank"}'
       WHERE customer_app_id = $1`,
      [app],
    );
    await age(days);
    await retention();
    const { rows } = await admin.query<object>(
      `SELECT sealed IS NOT NULL AS sealed, submitted, otp_asked, institution
       FROM mandate_checklists WHERE customer_app_id = $1`,
      [app],
    );
    return rows[0];
  };
  const institution = { institution_id: 'testbank' };

  it('is deleted after 30 days, and the checklist asks for it again', async () => {
    const emptied = { sealed: false, submitted: {}, otp_asked: false, institution };
    expect(await typed(30.01)).toEqual(emptied);
  });

  it.each([
    ['a day earlier', 29, 'NULL'],
    ['when it is complete and on its way', 40, 'now()'],
  ] as const)('stays %s', async (_, days, finishAt) => {
    const submitted = { ENDUSER_CONSENT: {} };
    const whole = { sealed: true, submitted, otp_asked: true, institution };
    expect(await typed(days, finishAt)).toEqual(whole);
  });
});

describe('a note', () => {
  const times = async (table: string, column: string): Promise<number[]> => {
    await retention();
    const { rows } = await admin.query<{ days: number }>(
      `SELECT round(extract(epoch FROM now() - ${column}) / 86400)::int AS days FROM ${table}
       WHERE customer_app_id = $1 ORDER BY 1`,
      [app],
    );
    return rows.map(({ days }) => days);
  };

  it('about a draft that its link left is kept for 30 days', async () => {
    await admin.query(
      `INSERT INTO left_drafts SELECT $1, n::text, now() - n * interval '1 day'
       FROM unnest(ARRAY[1, 29, 31, 400]) n`,
      [app],
    );
    expect(await times('left_drafts', 'left_at')).toEqual([1, 29]);
  });

  it('about a read of account numbers is kept for seven years', async () => {
    await admin.query(
      `INSERT INTO sensitive_mandate_reads SELECT $1, n::text, 'client', 'token', 'request', NULL,
         '{}', '{}', now() - n * interval '1 day' FROM unnest(ARRAY[1, 2556, 2558]) n`,
      [app],
    );
    expect(await times('sensitive_mandate_reads', 'read_at')).toEqual([1, 2_556]);
  });
});
