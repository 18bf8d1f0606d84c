import { byKey, byValues, modifies } from './planned-statement.js';

describe('a planned statement', () => {
  it.each([
    'INSERT INTO parcels VALUES ($1)',
    'WITH due AS (SELECT 1) UPDATE parcels AS p SET weight = 1 FROM due',
    'update only parcels set weight = 1',
    'DELETE\n  FROM parcels',
    'MERGE INTO parcels USING other ON true WHEN MATCHED THEN DELETE',
    'SELECT 1 FROM parcels FOR UPDATE; UPDATE parcels SET weight = 1',
  ])('is known to change rows: %s', (sql) => {
    expect(modifies(byKey(sql))).toBe(true);
  });

  it.each([
    'SELECT updated_at FROM parcels WHERE parcel_id = $1',
    'SELECT 1 FROM parcels FOR UPDATE SKIP LOCKED',
    'SELECT 1 FROM parcels p FOR NO KEY UPDATE OF p',
    'SELECT pg_try_advisory_xact_lock($1)',
  ])('is known to change none: %s', (sql) => {
    expect(modifies(byValues(sql))).toBe(false);
  });
});
