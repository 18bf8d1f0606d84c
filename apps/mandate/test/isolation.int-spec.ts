/** @proves promise-7 */
import { jest } from '@jest/globals';
import { ALL_SCOPES } from '@towpath/contracts';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { ApiClient, MandatePayer, TYPED } from '@towpath/testing';
import pg from 'pg';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';

jest.setTimeout(300_000);

/**
 * Filled by a mandate that was authorized, read in plain text, and accepted by its bank, and by one
 * whose payer is at it.
 */
const FILLED = [
  'mandates',
  'mandate_state_changes',
  'mandate_submissions',
  'mandate_consents',
  'sensitive_mandate_reads',
  'mandate_sessions',
  'mandate_checklists',
  'checklist_payloads',
];

let system: RunningSystem;
let mine: DirectDebitShop;
let theirs: DirectDebitShop;
beforeAll(async () => {
  system = await sharedSystem();
  [mine, theirs] = [await filledShop(), await filledShop()];
});

async function filledShop(): Promise<DirectDebitShop> {
  const shop = await DirectDebitShop.open(system, { scopes: ALL_SCOPES });
  await shop.authorized('8901');
  await shop.details();
  await leftAtAccount(shop);
  return shop;
}

/** A payer who has named an account: a session, a checklist with secrets, a payload. */
async function leftAtAccount({ merchant, accountId }: DirectDebitShop): Promise<void> {
  const { mandate_id } = await merchant.createMandate({
    body: {
      recipient_account: { account_id: accountId },
      sender: { email: 'tm@example.com', name: 'Chan Tai Man', external_user_id: 'payer' },
      mandate_details: { currency: 'HKD' },
    },
  });
  const { access_token } = await merchant.getMandateAuthLink({
    body: { mandate_id, link_customizations: {} },
  });
  const payer = new MandatePayer(new ApiClient(system.baseUrl), access_token);
  await payer.select('testbank');
  const { status } = await payer.submit(TYPED.account('0123456789'));
  expect(status).toBe(200);
}

type Role = 'app' | 'owner' | 'worker';

async function asRole<R extends object>(role: Role, sql: string, tenant?: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: system.layout.databases['mandate']?.[role] });
  await client.connect();
  try {
    await client.query('BEGIN');
    if (tenant) await client.query(`SELECT set_config('app.customer_app_id', $1, true)`, [tenant]);
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

const tablesOf = async (): Promise<string[]> => {
  const rows = await queryMandates<{ name: string }>(
    system,
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'customer_app_id' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

describe("row-level security, with the application's own filter removed", () => {
  it('shows each app its own rows, and no others, in every table', async () => {
    for (const table of await tablesOf()) {
      const sql = `SELECT customer_app_id FROM "${table}"`;
      for (const { merchant } of [mine, theirs]) {
        const rows = await asRole<{ customer_app_id: string }>('app', sql, merchant.customerAppId);
        const owners = new Set(rows.map((row) => row.customer_app_id));
        owners.delete(merchant.customerAppId);
        expect([table, [...owners]]).toEqual([table, []]);
        if (FILLED.includes(table)) expect([table, rows.length > 0]).toEqual([table, true]);
      }
    }
  });

  it('shows nothing without a tenant, to the app nor to the owner', async () => {
    for (const table of await tablesOf()) {
      for (const role of ['app', 'owner'] as const) {
        expect([table, await asRole(role, `SELECT 1 FROM "${table}" LIMIT 1`)]).toEqual([
          table,
          [],
        ]);
      }
    }
  });

  it('lets nobody write into another app', async () => {
    const [from, to] = [mine.merchant.customerAppId, theirs.merchant.customerAppId];
    for (const table of ['mandates', 'mandate_submissions']) {
      const stolen = `UPDATE "${table}" SET customer_app_id = '${to}'`;
      await expect(asRole('app', stolen, from)).rejects.toThrow('row-level security');
      const column = table === 'mandates' ? 'updated_at' : 'created_at';
      const touched = `UPDATE "${table}" SET ${column} = now() WHERE customer_app_id = '${to}' RETURNING 1`;
      expect(await asRole('app', touched, from)).toEqual([]);
    }
  });

  it('lets the worker read the rows of its jobs, and change none', async () => {
    for (const table of ['mandates', 'mandate_submissions']) {
      expect((await asRole('worker', `SELECT 1 FROM "${table}"`)).length).toBeGreaterThan(1);
      const change = `UPDATE "${table}" SET customer_app_id = 'x'`;
      await expect(asRole('worker', change)).rejects.toThrow('permission denied');
    }
    await expect(asRole('worker', 'SELECT 1 FROM sensitive_mandate_reads')).rejects.toThrow(
      'permission denied',
    );
  });

  it.each([
    ['mandate_sessions', 'created_at'],
    ['mandate_checklists', 'updated_at'],
  ])('lets nobody reach into %s of another app', async (table, column) => {
    const [from, to] = [mine.merchant.customerAppId, theirs.merchant.customerAppId];
    const stolen = `UPDATE "${table}" SET customer_app_id = '${to}'`;
    await expect(asRole('app', stolen, from)).rejects.toThrow('row-level security');
    const touched = `UPDATE "${table}" SET ${column} = now() WHERE customer_app_id = '${to}' RETURNING 1`;
    expect(await asRole('app', touched, from)).toEqual([]);
    const deleted = `DELETE FROM "mandate_sessions" WHERE customer_app_id = '${to}' RETURNING 1`;
    expect(await asRole('app', deleted, from)).toEqual([]);
    await expect(asRole('app', `DELETE FROM "mandate_checklists"`, from)).rejects.toThrow('denied');
  });

  it.each([
    ['mandate_sessions', 'session_id'],
    ['mandate_checklists', 'mandate_id'],
    ['checklist_payloads', 'digest'],
    ['mandate_consents', 'consent_id'],
  ])('lets nobody put a row of %s into another app', async (table, key) => {
    const [from, to] = [mine.merchant.customerAppId, theirs.merchant.customerAppId];
    const other = JSON.stringify({ customer_app_id: to, [key]: key === 'digest' ? '\\x00' : 'x' });
    const planted = `INSERT INTO "${table}" SELECT (jsonb_populate_record(r, '${other}')).*
      FROM "${table}" r LIMIT 1`;
    await expect(asRole('app', planted, from)).rejects.toThrow('row-level security');
  });

  it.each([
    ['mandate_checklists', 'UPDATE "mandate_checklists" SET sealed = NULL'],
    ['mandate_checklists', 'DELETE FROM "mandate_checklists"'],
    ['mandate_consents', 'SELECT 1 FROM "mandate_consents"'],
  ])('gives the worker of %s nothing that its jobs do not need: %s', async (_, sql) => {
    await expect(asRole('worker', sql)).rejects.toThrow('permission denied');
  });

  it('takes a payload once, and lets no app change or delete what it took', async () => {
    const { customerAppId } = mine.merchant;
    for (const sql of [
      'UPDATE "checklist_payloads" SET received_at = now()',
      'DELETE FROM "checklist_payloads"',
    ]) {
      await expect(asRole('app', sql, customerAppId)).rejects.toThrow('permission denied');
    }
  });

  it('shows the keys of checklists to the worker alone', async () => {
    const sql = 'SELECT 1 FROM "checklist_keys"';
    expect((await asRole('worker', sql)).length).toBeGreaterThan(0);
    expect(await asRole('owner', sql)).toEqual([]);
    for (const tenant of [undefined, mine.merchant.customerAppId]) {
      await expect(asRole('app', sql, tenant)).rejects.toThrow('permission denied');
    }
  });

  it.each(['mandate_state_changes', 'sensitive_mandate_reads', 'mandate_consents'])(
    '%s is never changed',
    async (table) => {
      const sql = `UPDATE "${table}" SET customer_app_id = 'x'`;
      const { customerAppId } = mine.merchant;
      await expect(asRole('app', sql, customerAppId)).rejects.toThrow('permission denied');
      await expect(queryMandates(system, sql)).rejects.toThrow('never changed');
    },
  );
});
