import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import { eventually, sealFields, type Merchant } from '@towpath/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningSystem } from '../system/running-system.js';

/** Before the fault was mended, one of a few rounds ended the process. */
const ROUNDS = 16;
const DEADLINE = { deadlineMs: 60_000 };

const system = RunningSystem.open();
let shop: Merchant;
let key: Jwk;

beforeAll(async () => {
  shop = await system.newShop({ scopes: ALL_SCOPES });
  key = await shop.linkKey();
});

function processOfService(): number {
  const record = JSON.parse(readFileSync(join(system.dataDir, 'run.json'), 'utf8')) as {
    parts: Record<string, { pid: number }>;
  };
  return record.parts['account-data']?.pid ?? 0;
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function link(userId = 'user_large'): Promise<string> {
  const { login_identity: identity } = await shop.createLink({
    body: {
      institution_id: 'testbank',
      user_id: 'end-user who leaves',
      consent: true,
      products_requested: ['ACCOUNTS', 'TRANSACTIONS'],
      store_credentials: false,
      encrypted_credentials: sealFields({ user_id: userId, password: 'datagood' }, key),
    },
  });
  return identity.login_identity_id;
}

/** The token of the success; the data is being read from then on. */
function tokenOf(id: string): Promise<string> {
  return eventually(async () => {
    const { success } = await shop.linkStatus({ path: { loginIdentityId: id } });
    return success?.access_token;
  }, DEADLINE);
}

it('account-data keeps running when a login is deleted while its data is read', async () => {
  const process = processOfService();
  expect(isRunning(process)).toBe(true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await link();
    const token = await tokenOf(id);
    // Each round deletes a little later than the one before.
    for (let request = 0; request < round; request += 1) {
      await shop.api.send({ method: 'GET', path: '/accounts', token });
    }
    await shop.withToken(token).deleteLoginIdentity();
  }
  const kept = await link('usergood');
  // What the last ones left behind ends before a login that comes after them.
  await eventually(async () => {
    const path = { loginIdentityId: kept };
    const { login_identity: login } = await shop.getLoginIdentityById({ path });
    return login.status === 'DATA_RETRIEVAL_COMPLETE';
  }, DEADLINE);
  expect([isRunning(process), processOfService()]).toEqual([true, process]);
});
