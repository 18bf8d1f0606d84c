import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'kept-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LACKING = { token_type: 'Bearer', expires_in: 1800, issued_at: '2026-01-01T00:00:00Z' };
const TOKEN = { ...LACKING, access_token: 't' };

/** The lines of the check for examples of the answers to a request for a token. */
function unfit(...examples: readonly object[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [at, value] of examples.entries()) {
    const type = 'GenerateCustomerAccessTokenResponses[200]';
    writeFileSync(join(folder, `${at}.json`), JSON.stringify({ type, value }));
  }
  const { stderr } = spawnSync(process.execPath, ['tools/arch/src/kept-examples.mjs', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return stderr.split('\n').filter(Boolean);
}

it('examples of the end-to-end tests fit the types of the SDK, or are named', () => {
  expect(unfit()).toEqual(['no example was kept']);
  const [missing, unknown, wrong, ...more] = unfit(
    ...[TOKEN, LACKING, { ...TOKEN, planted: 1 }, { ...TOKEN, expires_in: 'soon' }],
  );
  expect(missing).toMatch(/^GenerateCustomerAccessTokenResponses.*'access_token' is missing/);
  expect(unknown).toMatch(/"planted"' does not exist/);
  expect(wrong).toMatch(/'string' is not assignable to type 'number'/);
  expect(more).toEqual([]);
});
