import { walkMigrations, type AdminSession } from '@towpath/persistence';
import { testDatabase } from '@towpath/testing';
import { gatewayEntities } from '../src/entities.js';
import { gatewayMigrations } from '../src/migrations/index.js';

const APP = '01JQ0000000000000000000APP';
const WORKER_DELETES = `SELECT relname FROM pg_class
  WHERE relname IN ('customer_apps', 'client_secrets', 'signing_keys') AND relkind = 'r'
    AND has_table_privilege('gateway_worker', oid, 'DELETE')`;
const MOVES_AND_TOKENS = `SELECT relname FROM pg_class
  WHERE relname IN ('clock_moves', 'refresh_tokens') AND relkind = 'r'
    AND has_table_privilege('gateway_worker', oid, 'DELETE')`;

async function tablesOf(db: AdminSession): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

it('the migrations of gateway lead, step by step and back, to the schema of its entities', async () => {
  const database = await testDatabase('gateway', []);
  try {
    await walkMigrations({
      database,
      migrations: gatewayMigrations,
      entities: gatewayEntities,
      steps: {
        BaseTables1700000000000: {
          after: async (db) => expect(await tablesOf(db)).toContain('outbox'),
        },
        CustomerApps1700000001000: {
          before: async (db) => expect(await tablesOf(db)).not.toContain('customer_apps'),
          after: async (db) => {
            await db.query(
              `INSERT INTO customer_apps VALUES ($1, 'client', 'Shop', 'TEST', 'ENABLED', 1, '{}',
                 '{}', '{}', 0, NULL, 1, now(), now())`,
              [APP],
            );
            const change = `INSERT INTO customer_app_changes VALUES ($1, 1, 'create', 'x', '{}', now())`;
            await db.query(change, [APP]);
            await expect(db.query('DELETE FROM customer_app_changes')).rejects.toThrow(
              'never changed',
            );
            await expect(db.query(`UPDATE customer_apps SET app_type = 'OTHER'`)).rejects.toThrow(
              'customer_apps_app_type_check',
            );
          },
        },
        SigningKeys1700000002000: {
          after: async (db) => {
            expect(await db.query('SELECT 1 FROM customer_apps')).toHaveLength(1);
            expect(await tablesOf(db)).toContain('signing_keys');
          },
        },
        LoginIdentityTokens1700000345000: {
          before: async (db) => expect(await tablesOf(db)).not.toContain('refresh_tokens'),
          after: async (db) => expect(await tablesOf(db)).toContain('link_codes'),
        },
        HandOutOnce1700000505000: {
          after: async (db) => {
            const family = (id: string) =>
              db.query(`INSERT INTO refresh_families (customer_app_id, family_id, login_identity_id,
                  scopes, expires_at, created_at, authentication_id)
                VALUES ('${APP}', '${id}', 'l', '[]', now(), now(), 'login')`);
            await family('one');
            await expect(family('two')).rejects.toThrow('refresh_families_authentication');
          },
        },
        RequirePkce1700000506000: {
          after: async (db) => {
            expect(await db.query('SELECT pkce FROM customer_apps')).toEqual([
              { pkce: 'OPTIONAL' },
            ]);
          },
        },
        DeleteNoMovesNorTokens1700000346000: {
          before: async (db) => expect(await db.query(MOVES_AND_TOKENS)).toHaveLength(2),
          after: async (db) => expect(await db.query(MOVES_AND_TOKENS)).toEqual([]),
        },
        DeleteNoAppsNorKeys1700000003000: {
          before: async (db) => expect(await db.query(WORKER_DELETES)).toHaveLength(3),
          after: async (db) => expect(await db.query(WORKER_DELETES)).toEqual([]),
        },
        DistrustSigningKeys1700000310000: {
          after: async (db) => {
            await db.query(`INSERT INTO signing_key_distrusts VALUES ('k', 'x', NULL, now())`);
            const changing = db.query('DELETE FROM signing_key_distrusts');
            await expect(changing).rejects.toThrow('never changed');
          },
        },
        ClockMoves1700000330000: {
          before: async (db) => expect(await tablesOf(db)).not.toContain('clock_moves'),
          after: async (db) => expect(await tablesOf(db)).toContain('clock_moves'),
        },
      },
    });
  } finally {
    await database.drop();
  }
});
