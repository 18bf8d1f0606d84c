import { jest } from '@jest/globals';
import { sharedSystem, temporaryFolder, type RunningSystem } from '@towpath/local-system';
import { snippetsOf } from '@towpath/testing';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AuthorizingShop } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);
const run = promisify(execFile);

const folder = temporaryFolder();
let system: RunningSystem;
beforeAll(async () => {
  system = await sharedSystem();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the program in the documentation authorizes a mandate', async () => {
  const [program = '', ...others] = snippetsOf('docs/mandate-authorization.md', { language: 'js' });
  expect(others).toEqual([]);
  const file = join(folder, 'authorize.mjs');
  writeFileSync(file, program);
  const shop = await AuthorizingShop.open(system);
  const [payer, id] = await shop.payer();
  const env = { ...process.env, API_URL: system.baseUrl, MANDATE_TOKEN: payer.token };
  const { stdout } = await run(process.execPath, [file], { env, timeout: 60_000 });
  expect(['PROCESSING', 'SUBMITTED', 'SUCCEEDED']).toContain(stdout.trim());
  await shop.reached(id, 'SUCCEEDED');
});
