import type { AppTx } from './tx.js';
import { oneRow, readTogether } from './read-together.js';

/** Answers each query with the parameters it was given, by column. */
function recording(): { tx: AppTx; asked: { sql: string; params: readonly unknown[] }[] } {
  const asked: { sql: string; params: readonly unknown[] }[] = [];
  const query = (sql: string, params: readonly unknown[]) => {
    asked.push({ sql, params });
    return Promise.resolve([{ first: { id: 'a' }, second: null }]);
  };
  return { tx: { prepared: query } as unknown as AppTx, asked };
}

const lookup = (sql: string, params: readonly unknown[]) =>
  oneRow<{ id: string }, string>({ sql, params }, ({ id }) => id);

describe('queries that are read together', () => {
  it('are sent once, each with its own parameters', async () => {
    const { tx, asked } = recording();
    await readTogether(tx, {
      first: lookup('SELECT a WHERE x = $1 AND y = $2 AND z = $1', ['x', 'y']),
      second: lookup('SELECT b WHERE x = $1', ['z']),
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.params).toEqual(['x', 'y', 'z']);
    expect(asked[0]?.sql).toContain('(SELECT a WHERE x = $1 AND y = $2 AND z = $1) AS "first"');
    expect(asked[0]?.sql).toContain('(SELECT b WHERE x = $3) AS "second"');
  });

  it('map rows that exist, and give null for those that do not', async () => {
    const { tx } = recording();
    const found = await readTogether(tx, { first: lookup('a', []), second: lookup('b', []) });
    expect(found).toEqual({ first: 'a', second: null });
  });
});
