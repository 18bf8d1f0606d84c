import { jest } from '@jest/globals';
import { workspaceRoot } from '@towpath/local-system';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  snippetsOf,
  type ReceivedRequest,
  type WebhookReceiver,
} from '@towpath/testing';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RunningSystem } from '../system/running-system.js';

jest.setTimeout(120_000);

const run = promisify(execFile);
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

/** What a program prints last; `given` are the variables that it finds. */
async function lastLine(code: string, given: object): Promise<string> {
  const file = join(folder, 'snippet.mts');
  const names = Object.keys(given).join(', ');
  writeFileSync(file, `const { ${names} } = ${JSON.stringify(given)};\n${code}\n`);
  const { stdout } = await run(process.execPath, [file]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

describe('the programs of the webhook guide', () => {
  interface Given {
    readonly secret: string;
    readonly publicKeyPem: string;
    readonly rawBody: string;
    readonly headers: ReceivedRequest['headers'];
  }

  const [standard = '', service = '', ...others] = snippetsOf('docs/webhooks.md', {
    language: 'js',
  });
  const resultOf = (code: string, given: Given) => {
    const [, name] = /const (event|valid) =/.exec(code) ?? [];
    return lastLine(`${code}\nconsole.log(JSON.stringify(${name}));`, given);
  };

  it('verify a delivery, and refuse a changed one', async () => {
    expect(others).toEqual([]);
    const shop = await system.newShop();
    const endpoint = await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
    await shop.testWebhookEndpoint({ path: { webhookEndpointId: endpoint.webhook_endpoint_id } });
    const delivery = await receiver.waitFor(({ path }) => path === '/shop');
    const { text: publicKeyPem } = await system
      .api()
      .send({ method: 'GET', path: '/webhooks/public_key.pem' });
    const rawBody = delivery.rawBody.toString('utf8');
    const given = { secret: endpoint.secret, publicKeyPem, rawBody, headers: delivery.headers };
    expect(JSON.parse(await resultOf(standard, given))).toEqual(JSON.parse(rawBody));
    expect(await resultOf(service, given)).toBe('true');
    const changed = { ...given, rawBody: rawBody.replace('WEBHOOK_TEST', 'PAYMENT_LINK_PAID') };
    await expect(resultOf(standard, changed)).rejects.toThrow('No matching signature');
    expect(await resultOf(service, changed)).toBe('false');
  });
});

it('the programs of the SDK guide are one program that works', async () => {
  const shop = await system.newShop();
  const { secret } = await shop.createWebhookEndpoint({ body: { url: receiver.url('/sdk') } });
  const order = await shop.createPaymentLink({ body: paymentOrder() });
  await (await HostedPayer.open(shop.api, order.url ?? '')).pay('authorized');
  const { rawBody, headers } = await receiver.waitFor(
    ({ path, body }) => path === '/sdk' && body['event_type'] === 'PAYMENT_LINK_PAID',
  );
  const given = {
    baseUrl: system.baseUrl,
    clientId: shop.credentials.client_id,
    clientSecret: shop.credentials.client_secret,
    customerAppId: shop.customerAppId,
    paymentId: '01JQ00000000000000000000XA',
    secret,
    rawBody: rawBody.toString('utf8'),
    request: { headers },
    user_id: 'usergood',
    password: 'datagood',
    key: await shop.linkKey(),
  };
  const program = [
    'const ship = (reference) => void (globalThis.shipped = reference);',
    ...snippetsOf('docs/sdk.md', { language: 'ts' }),
    'const { shipped } = globalThis;',
    'console.log(JSON.stringify({ link, shipped, sealed: encrypted_credentials }));',
  ].join('\n');
  expect(JSON.parse(await lastLine(program, given))).toEqual({
    link: expect.objectContaining({ unique_reference_id: 'order-1001', status: 'CREATED' }),
    shipped: order.unique_reference_id,
    sealed: expect.objectContaining({ ciphertext: expect.any(String) }),
  });
});

it('the commands of the README of webhook-dispatch make an endpoint, test it and show attempts', async () => {
  const [text = '', ...others] = snippetsOf('apps/webhook-dispatch/README.md', { language: 'sh' });
  expect(others).toEqual([]);
  const shop = await system.newShop();
  const token = await shop.accessToken();
  const known: NodeJS.ProcessEnv = { ...process.env, TOKEN: token };
  const [create = '', test = '', attempts = '', ...rest] = text.split(/\n(?=curl )/);
  const shell = async (command: string) => {
    const here = command
      .replace('localhost:8080', system.baseUrl)
      .replace('http://127.0.0.1:3000/hook', receiver.url('/readme'));
    const { stdout } = await run('bash', ['-ec', here], { cwd: folder, env: known });
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  expect(rest).toEqual([]);
  known['ENDPOINT'] = String((await shell(create))['webhook_endpoint_id']);
  await shell(test);
  const { body } = await receiver.waitFor(({ path }) => path === '/readme');
  known['EVENT'] = String(body['event_id']);
  // The answer may arrive before the attempt is stored.
  const first = await eventually(async () => {
    const { attempts: all } = (await shell(attempts)) as { attempts: readonly object[] };
    return all[0];
  });
  expect(first).toMatchObject({ webhook_endpoint_id: known['ENDPOINT'], event_id: known['EVENT'] });
});

it('the commands of the guide to disputes open one, upload evidence and decide', async () => {
  const [evidence = '', testing = '', ...others] = snippetsOf('docs/disputes.md', {
    language: 'sh',
  });
  expect(others).toEqual([]);
  const shop = await system.newShop();
  const order = await shop.createPaymentLink({ body: paymentOrder() });
  await (await HostedPayer.open(shop.api, order.url ?? '')).pay('authorized');
  const payment = (await shop.link(order.payment_link_id)).payment?.payment_id ?? '';
  writeFileSync(join(folder, 'receipt.pdf'), '%PDF-1.7 a receipt');
  const token = await shop.accessToken();
  const shell = async (commands: string, dispute = '') => {
    const env = { ...process.env, TOKEN: token, DISPUTE: dispute };
    const text = commands
      .replaceAll('http://127.0.0.1:8080', system.baseUrl)
      .replace('"payment_id":"…"', `"payment_id":"${payment}"`);
    const { stdout } = await run('bash', ['-ec', text], { cwd: folder, env });
    return JSON.parse(stdout) as { readonly dispute_id?: string };
  };
  const [open = '', decide = ''] = testing.split(/\n(?=curl )/);
  const { dispute_id: id = '' } = await shell(open);
  expect(id).not.toBe('');
  expect(await shell(evidence, id)).toMatchObject({ file_name: 'receipt.pdf' });
  expect(await shell(decide, id)).toMatchObject({ dispute_id: id, dispute_status: 'WON' });
});
