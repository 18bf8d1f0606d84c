import { jest } from '@jest/globals';
import { workspaceRoot } from '@towpath/local-system';
import type { ReceivedRequest, WebhookReceiver } from '@towpath/testing';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningSystem } from '../system/running-system.js';

jest.setTimeout(120_000);

const cache = join(workspaceRoot(), '.cache');
mkdirSync(cache, { recursive: true });
/** Inside the repository, where programs find its packages. */
const folder = mkdtempSync(join(cache, 'snippets-'));
const system = RunningSystem.open();
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await system.webhookReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const text = readFileSync('docs/webhooks.md', 'utf8');
const snippets = [...text.matchAll(/```js\n([^]+?)```/g)].map(([, code]) => code ?? '');

interface Given {
  readonly secret: string;
  readonly publicKeyPem: string;
  readonly rawBody: string;
  readonly headers: ReceivedRequest['headers'];
}

/** What the program of the documents finds, with what it needs in variables. */
function resultOf(code: string, given: Given): string {
  const [, name] = /const (event|valid) =/.exec(code) ?? [];
  const file = join(folder, 'snippet.mjs');
  const data = `const { ${Object.keys(given).join(', ')} } = ${JSON.stringify(given)};`;
  writeFileSync(file, `${data}\n${code}\nconsole.log(JSON.stringify(${name}));\n`);
  return execFileSync(process.execPath, [file], { encoding: 'utf8', stdio: 'pipe' }).trim();
}

it('the programs in the documents verify a delivery, and refuse a changed one', async () => {
  const shop = await system.newShop();
  const endpoint = await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
  await shop.testWebhookEndpoint({ path: { webhookEndpointId: endpoint.webhook_endpoint_id } });
  const delivery = await receiver.waitFor(({ path }) => path === '/shop');
  const { text: publicKeyPem } = await system
    .api()
    .send({ method: 'GET', path: '/webhooks/public_key.pem' });
  const rawBody = delivery.rawBody.toString('utf8');
  const given = {
    secret: endpoint.secret,
    publicKeyPem,
    rawBody,
    headers: delivery.headers,
  };
  const [standard = '', service = '', ...others] = snippets;
  expect(others).toEqual([]);
  expect(JSON.parse(resultOf(standard, given))).toEqual(JSON.parse(rawBody));
  expect(resultOf(service, given)).toBe('true');
  const changed = { ...given, rawBody: rawBody.replace('WEBHOOK_TEST', 'PAYMENT_LINK_PAID') };
  expect(() => resultOf(standard, changed)).toThrow('No matching signature');
  expect(resultOf(service, changed)).toBe('false');
});
