/** @proves resendWebhookEvent, getTestClock @takes 15 s */
import { createVerify } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SCOPES } from '@towpath/contracts';
import { freePort } from '@towpath/local-system';
import { WebhookVerifier } from '@towpath/sdk/webhooks';
import type { Merchant, ReceivedRequest, WebhookReceiver } from '@towpath/testing';
import { CommandLine, type Finished, type RunningCommand } from '../clients/command-line.js';
import { RunningSystem } from '../system/running-system.js';

const WAIT = { deadlineMs: 60_000 };
const PAID = 'PAYMENT_LINK_PAID';

const system = RunningSystem.open();
let commandLine: CommandLine;
let shop: Merchant;
let env: NodeJS.ProcessEnv;
let receiver: WebhookReceiver;

const run = (...args: string[]) => commandLine.run(args, env);
const start = (...args: string[]) => commandLine.start(args, env);
const idOf = ({ documents: [first] }: Finished) => String(first?.['event_id']);
const about = (id: string, path: string) => (request: ReceivedRequest) =>
  request.path === path && request.body['event_id'] === id;

beforeAll(async () => {
  commandLine = CommandLine.pack();
  shop = await system.newShop({ scopes: ALL_SCOPES });
  env = CommandLine.environmentOf({ baseUrl: system.baseUrl, shop });
  receiver = await system.webhookReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  commandLine?.remove();
});

describe('a newcomer who listens', () => {
  let listening: RunningCommand;
  let secret: string;
  let publicKey: string;
  let paid: string;

  beforeAll(async () => {
    await shop.createWebhookEndpoint({ body: { url: receiver.url('/endpoint') } });
    // What was before is not forwarded.
    await run('trigger', 'PAYMENT_LINK_CANCELLED');
    const to = receiver.url('/hook');
    listening = start('listen', '--json', '--forward-to', to, '--events', 'PAYMENT_LINK_*');
    const ready = await listening.prints(({ listening: is }) => is === true);
    expect(ready['forward_to']).toBe(to);
    [secret, publicKey] = [String(ready['secret']), String(ready['public_key'])];
  });

  it('receives what trigger makes happen, as a real delivery with a secret of its own', async () => {
    const triggered = await run('trigger', '--json', PAID);
    expect(triggered).toMatchObject({ code: 0, documents: [{ event_type: PAID }] });
    paid = idOf(triggered);
    const real = await receiver.waitFor(about(paid, '/endpoint'), WAIT);
    const { rawBody, headers } = await receiver.waitFor(about(paid, '/hook'), WAIT);
    expect(rawBody.equals(real.rawBody)).toBe(true);
    const verifier = new WebhookVerifier({ secret, customerAppId: shop.customerAppId });
    expect(await verifier.verify(rawBody, headers)).toMatchObject({ event_type: PAID });
    await expect(verifier.verify(real.rawBody, real.headers)).rejects.toMatchObject({
      fault: 'WRONG_SIGNATURE',
    });
    const signature = headers['service-signature'] ?? '';
    const isSigned = createVerify('SHA256').update(rawBody).verify(publicKey, signature, 'base64');
    expect(isSigned).toBe(true);
    for (const name of ['content-type', 'user-agent'])
      expect(headers[name]).toBe(real.headers[name]);
    const line = await listening.prints(({ event_id }) => event_id === paid);
    expect(line).toMatchObject({ event_type: PAID, forwarded: { status: 200 } });
    // The events of the payment were not asked for.
    expect(receiver.at('/hook').map(({ body }) => body['event_type'])).toEqual([PAID]);
  });

  it('receives an event again by resend, at the endpoint or on this machine', async () => {
    const seen = () => receiver.requests.filter(({ body }) => body['event_id'] === paid);
    const again = await run('resend', paid, '--json');
    expect(again).toMatchObject({ code: 0, documents: [{ event_id: paid, event_type: PAID }] });
    await receiver.waitFor(
      () => seen().filter(({ path }) => path === '/endpoint').length > 1,
      WAIT,
    );
    const here = await run('resend', paid, '--forward-to', receiver.url('/again'));
    expect(here).toMatchObject({ code: 0 });
    expect(here.stdout).toMatch(new RegExp(`^${PAID} ${paid} → 200 in \\d+ ms\\n$`));
    const [copy] = receiver.at('/again');
    const verifier = new WebhookVerifier({ secret });
    expect(await verifier.verify(copy?.rawBody ?? '', copy?.headers ?? {})).toMatchObject({
      event_id: paid,
    });
    receiver.script('/again', [500]);
    expect(await run('resend', paid, '--forward-to', receiver.url('/again'))).toMatchObject({
      code: 1,
    });
  });

  it('goes on after a receiver that fails, and begins again where it ended', async () => {
    receiver.script('/hook', [500]);
    const refused = idOf(await run('trigger', '--json', 'PAYMENT_LINK_CANCELLED'));
    const line = await listening.prints(({ event_id }) => event_id === refused);
    expect(line).toMatchObject({ forwarded: { status: 500 } });
    const taken = idOf(await run('trigger', '--json', 'PAYMENT_LINK_CANCELLED'));
    await receiver.waitFor(about(taken, '/hook'), WAIT);
    await listening.prints(({ event_id }) => event_id === taken);
    const { code, documents } = await listening.interrupt();
    const end = documents.at(-1);
    expect({ code, end }).toMatchObject({ code: 0, end: { listening: false, count: 3 } });

    const missed = idOf(await run('trigger', '--json', 'PAYMENT_LINK_CANCELLED'));
    const nowhere = `http://127.0.0.1:${await freePort()}/hook`;
    const from = ['--after', String(end?.['cursor'])];
    const next = start('listen', '--json', '--forward-to', nowhere, ...from);
    const first = await next.prints(({ event_id }) => event_id !== undefined);
    expect(first).toMatchObject({
      event_id: missed,
      forwarded: { error: expect.stringContaining('Nothing answers') as unknown },
    });
    expect((await next.interrupt()).code).toBe(0);
  });
});

it('the clock is shown, advanced, set, frozen and released', async () => {
  const { documents } = await run('clock', '--json');
  const before = Date.parse(String(documents[0]?.['now']));
  const later = await run('clock', 'advance', '1d12h', '--json');
  expect(Date.parse(String(later.documents[0]?.['now'])) - before).toBeGreaterThanOrEqual(
    129_600_000,
  );
  const { stdout } = await run('clock', 'freeze');
  expect(stdout).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z \(frozen\)\n$/);
  const day = new Date(before + 5 * 86_400_000).toISOString();
  expect((await run('clock', 'set', day)).stdout.slice(0, 16)).toBe(day.slice(0, 16));
  const back = await run('clock', 'set', '2020-01-01');
  expect(back).toMatchObject({ code: 1, stdout: '' });
  expect(back.stderr).toContain('never goes back');
  expect(await run('trigger', PAID)).toMatchObject({
    code: 1,
    stderr: 'towpath: The clock of the app is frozen: run clock thaw first.\n',
  });
  expect((await run('clock', 'thaw')).stdout).not.toContain('frozen');
});

it('open makes a page that can be visited', async () => {
  const kept = join(commandLine.folder, '.data');
  mkdirSync(kept);
  const app = { ...shop.credentials, base_url: system.baseUrl };
  writeFileSync(join(kept, 'sandbox-app.json'), JSON.stringify(app));
  for (const page of ['link', 'setup', 'mandate', 'login']) {
    // The app of the file, as after npm start.
    const { code, documents } = await commandLine.run(['open', page, '--print', '--json'], {});
    expect({ code, documents }).toMatchObject({ code: 0, documents: [{ page }] });
    const answer = await fetch(String(documents[0]?.['url']));
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('<!doctype html>'),
    ]);
  }
});
