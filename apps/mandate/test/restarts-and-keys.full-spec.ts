/** @takes 35 s */
import { jest } from '@jest/globals';
import type { JwksResponse } from '@towpath/contracts';
import { runGatewayCli, startSystem, temporaryFolder, type System } from '@towpath/local-system';
import { eventually, TYPED } from '@towpath/testing';
import { rmSync } from 'node:fs';
import { DirectDebitShop } from './direct-debit-shop.fixture.js';
import { AuthorizingShop, codeOf, type Refusal } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);
const MINUTE = 60;
const DAY = 86_400;
const BEGUN = ['mandate.created', 'mandate.authorized', 'mandate.submitted'];

// A system of its own: the tests restart its mandate service and change the keys of all apps.
const folder = temporaryFolder();
let system: System;
beforeAll(async () => {
  system = await startSystem({ dataDir: folder, durable: false });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a restart of the mandate service', () => {
  let shop: DirectDebitShop;
  beforeAll(async () => {
    shop = await DirectDebitShop.open(system);
  });

  async function expectStory(mandateId: string, status: string, events: readonly string[]) {
    const history = await shop.history(mandateId);
    expect([history.status, history.events]).toEqual([status, [...BEGUN, ...events]]);
  }

  it('loses no withdrawal whose call came while the service was away', async () => {
    const mandateId = await shop.authorized('0004');
    await system.service('mandate').stop();
    // the bank decides and is left alone with it, on a clock that runs
    await system.service('mandate').start();
    await system.service('mandate').ready();
    await shop.advance(10 * MINUTE);
    await expectStory(mandateId, 'REVOKED', ['mandate.succeeded', 'mandate.revoked']);
  });

  it('on the last day of a mandate still closes it once, here and at the bank', async () => {
    const today = (await shop.read(await shop.asked('8901'))).created_at.slice(0, 10);
    const mandateId = await shop.authorized('8901', { end_date: today });
    await shop.advance(1);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
    await system.service('mandate').restart();
    const now = new Date((await shop.read(await shop.asked('8901'))).created_at).getTime();
    const midnight = Date.parse(`${today}T00:00:00Z`) + DAY * 1_000;
    await shop.advance(Math.floor((midnight - now) / 1_000) - 1);
    expect((await shop.read(mandateId)).status).toBe('SUCCEEDED');
    await shop.advance(3);
    await expectStory(mandateId, 'CLOSED', ['mandate.succeeded', 'mandate.closed']);
    await eventually(async () => (await shop.atTheBank(mandateId))?.status === 'CANC', {
      describe: async () =>
        `the bank to end it: ${JSON.stringify(await shop.atTheBank(mandateId))}`,
    });
  });
});

describe('the commands on checklist keys', () => {
  let shop: AuthorizingShop;
  beforeAll(async () => {
    shop = await AuthorizingShop.open(system);
  });

  it('a new key is published before payers get its ID, and the old one still decrypts', async () => {
    const [payer] = await shop.payer({ institution_id: 'testbank' });
    const old = await payer.key();
    await runGatewayCli(system, ['checklist-key', 'rotate']);
    const { keys } = await payer.api.call<JwksResponse>({ method: 'GET', path: '/payments/jwks' });
    expect(keys).toHaveLength(2);
    expect(keys[0]?.kid).toBe(old.kid);
    expect((await payer.auth()).encryption_info.key_id).toBe(old.kid);
    expect((await payer.submit(TYPED.consent())).status).toBe(200);
    const [ends] = await shop.query<{ days: number }>(
      'worker',
      `SELECT round(extract(epoch FROM retired_at - now()) / 86400)::int AS days
       FROM checklist_keys WHERE retired_at IS NOT NULL`,
    );
    expect(ends?.days).toBe(30);
  });

  it('a distrusted key is gone within 5 s, and what it sealed is refused', async () => {
    const [payer] = await shop.payer({ institution_id: 'testbank' });
    const distrusted = (await payer.key()).kid ?? '';
    const sealed = await payer.seal(TYPED.consent());
    const order = ['checklist-key', 'distrust', '--reason', 'laptop lost', '--', distrusted];
    await runGatewayCli(system, order);
    await eventually(async () => (await payer.auth()).encryption_info.key_id !== distrusted, {
      deadlineMs: 5_000,
    });
    const { keys } = await payer.api.call<JwksResponse>({ method: 'GET', path: '/payments/jwks' });
    expect(keys.map(({ kid }) => kid)).not.toContain(distrusted);
    expect(codeOf(await payer.send<Refusal>(sealed))).toEqual([400, 'UNKNOWN_KEY_ID']);
    expect((await payer.submit(TYPED.consent())).status).toBe(200);
    const kept = await shop.query(
      'worker',
      'SELECT key_id, reason, actor <> $1 AS named FROM checklist_key_distrusts',
      [''],
    );
    expect(kept).toEqual([{ key_id: distrusted, reason: 'laptop lost', named: true }]);
    const rows = 'SELECT 1 FROM checklist_keys WHERE key_id = $1';
    expect(await shop.query('worker', rows, [distrusted])).toEqual([]);
    await runGatewayCli(system, order);
    await expect(runGatewayCli(system, ['checklist-key', 'distrust', 'none'])).rejects.toThrow();
  });
});
