import { jest } from '@jest/globals';
import { ALL_SCOPES } from '@towpath/contracts';
import { startSystem, temporaryFolder, type System } from '@towpath/testing';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';

jest.setTimeout(300_000);

/** Filled by a mandate that was authorized, read in plain text, and accepted by its bank. */
const FILLED = [
  'mandates',
  'mandate_state_changes',
  'mandate_submissions',
  'mandate_consents',
  'sensitive_mandate_reads',
];

const folder = temporaryFolder();
let system: System;
let mine: DirectDebitShop;
let theirs: DirectDebitShop;
beforeAll(async () => {
  system = await startSystem({ dataDir: folder, durable: false });
  [mine, theirs] = [await filledShop(), await filledShop()];
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function filledShop(): Promise<DirectDebitShop> {
  const shop = await DirectDebitShop.open(system, { scopes: ALL_SCOPES });
  await shop.authorized('8901');
  await shop.details();
  return shop;
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

  it('lets the worker read what its jobs look for, and change nothing of it', async () => {
    for (const table of ['mandates', 'mandate_submissions']) {
      expect((await asRole('worker', `SELECT 1 FROM "${table}"`)).length).toBeGreaterThan(1);
      const change = `UPDATE "${table}" SET customer_app_id = 'x'`;
      await expect(asRole('worker', change)).rejects.toThrow('permission denied');
    }
    await expect(asRole('worker', 'SELECT 1 FROM sensitive_mandate_reads')).rejects.toThrow(
      'permission denied',
    );
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
