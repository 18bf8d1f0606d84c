import { BaseTables, date, defineTable, sqlMigration, text } from '@towpath/persistence';
import { describeSchema, SCHEMA_CHECKS, type SchemaSubject } from './schema-checks.js';

const PARCELS = `
  CREATE TABLE parcel_state_changes (
    customer_app_id text NOT NULL,
    parcel_id text NOT NULL,
    status text NOT NULL,
    CONSTRAINT parcel_state_changes_pkey PRIMARY KEY (customer_app_id, parcel_id)
  );
  SELECT pg_temp.tenant_table('parcel_state_changes', worker => 'none', append_only => true);`;

const parcels = defineTable(
  'parcel_state_changes',
  { customerAppId: text(), parcelId: text(), status: text() },
  { key: ['customerAppId', 'parcelId'] },
);
const keys = defineTable('keys', { keyId: text(), noted: date() }, { key: ['keyId'] });

const KEYS = `
  CREATE TABLE keys (
    key_id text NOT NULL,
    noted date NOT NULL,
    CONSTRAINT keys_pkey PRIMARY KEY (key_id)
  );
  SELECT pg_temp.tenant_table('keys', worker => 'write', app => 'none');`;

const subjectOf = (sql: string, change: Partial<SchemaSubject> = {}): SchemaSubject => ({
  service: 'specimen',
  migrations: [BaseTables, sqlMigration('CreateParcels0000000000001', () => PARCELS + KEYS + sql)],
  tables: [parcels, keys],
  ...change,
});

describeSchema(subjectOf(''));

describe('the schema suite finds', () => {
  const faultsOf = async (subject: SchemaSubject): Promise<readonly string[]> => {
    const found = await Promise.all(
      SCHEMA_CHECKS.map((check) => check.faults(subject).catch((error) => [String(error)])),
    );
    return found.flat();
  };

  it.each([
    ['a column that no table has', 'ALTER TABLE keys ADD note text', /DROP COLUMN "note"/],
    [
      'a table that nothing describes',
      'CREATE TABLE notes ()',
      /nothing describes the table "notes"/,
    ],
    [
      'a table whose owner sees all rows',
      'ALTER TABLE parcel_state_changes NO FORCE ROW LEVEL SECURITY',
      /parcel_state_changes is open/,
    ],
    [
      'a key that two customer apps could share',
      `ALTER TABLE parcel_state_changes DROP CONSTRAINT parcel_state_changes_pkey,
         ADD CONSTRAINT parcel_state_changes_pkey PRIMARY KEY (parcel_id)`,
      /parcel_state_changes_pkey lacks the customer app/,
    ],
    [
      'a table of nobody that the app role can read',
      'GRANT SELECT (key_id) ON keys TO specimen_app',
      /keys belongs to no customer app/,
    ],
    [
      'a history that can be changed',
      'DROP TRIGGER parcel_state_changes_append_only ON parcel_state_changes',
      /parcel_state_changes can be changed/,
    ],
  ])('%s', async (_fault, sql, reported) => {
    expect((await faultsOf(subjectOf(`;${sql}`))).join()).toMatch(reported);
  });

  it('a column of a table that no migration makes', async () => {
    const wider = defineTable('keys', { ...keys.columns, note: text() }, keys.options);
    const tables = [parcels, wider];
    expect((await faultsOf(subjectOf('', { tables }))).join()).toContain('ADD "note"');
  });

  it('a snapshot that does not come back as it was written', async () => {
    const subject = subjectOf(';ALTER TABLE keys ALTER noted TYPE timestamptz');
    expect((await faultsOf(subject)).join()).toMatch(/keys: Error: noted was/);
  });
});
