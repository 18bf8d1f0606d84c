/** @proves resendWebhookEvent, getTestClock @takes 20 s */
import { execFile } from 'node:child_process';
import { createVerify } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ALL_SCOPES } from '@towpath/contracts';
import { freePort, workspaceRoot } from '@towpath/local-system';
import { WebhookVerifier } from '@towpath/sdk/webhooks';
import {
  eventually,
  snippetsOf,
  type Merchant,
  type ReceivedRequest,
  type WebhookReceiver,
} from '@towpath/testing';
import { CommandLine, type Finished, type RunningCommand } from '../clients/command-line.js';
import { RunningSystem } from '../system/running-system.js';

const WAIT = { deadlineMs: 60_000 };
const PAID = 'PAYMENT_LINK_PAID';
const CANCELLED = 'PAYMENT_LINK_CANCELLED';

const blocks = snippetsOf('docs/cli.md', { language: 'sh' }).map((block) => block.split('\n'));
const [inRepository = [], [listens] = [], [triggers, triggersList] = [], ...more] = blocks;
const [[resends, resendsHere] = [], [opens] = [], clockCommands = [], [forPrograms] = []] = more;
const [listened = '', triggered = '', resent = '', clocks = ''] = snippetsOf('docs/cli.md', {
  language: 'text',
});
const [document = '', refusal = ''] = snippetsOf('docs/cli.md', { language: 'json' });

/** The words of a command of the page after its program, with values of the run for its own. */
function wordsOf(command = '', values: Readonly<Record<string, string>> = {}): string[] {
  const [program, words = ''] = command.split(' -- ');
  expect(program).toBe('npm run towpath');
  return words.split(' ').map((word) => values[word] ?? word);
}
const HOOK = 'http://127.0.0.1:3000/hook';

/** What was printed, without what differs from run to run. */
const masked = (printed: string) =>
  printed
    .trim()
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, 'ID')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replaceAll(/\d+ ms/g, 'N ms')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/\w+/g, 'ADDRESS')
    .replaceAll(/whsec_\S+/g, 'SECRET')
    .replaceAll(/(?<=KEY-----\n)[^-]+(?=\n-----END)/g, 'KEY');

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
    await run('trigger', CANCELLED);
    const to = receiver.url('/hook');
    const words = wordsOf(listens, { [HOOK]: to });
    listening = start(...words, '--json', '--events', 'PAYMENT_LINK_*');
    const ready = await listening.prints(({ listening: is }) => is === true);
    expect(ready['forward_to']).toBe(to);
    [secret, publicKey] = [String(ready['secret']), String(ready['public_key'])];
  });

  it('receives what trigger makes happen, as a real delivery with a secret of its own', async () => {
    const made = await run(...wordsOf(triggers), '--json');
    expect(made).toMatchObject({ code: 0, documents: [{ event_type: PAID }] });
    paid = idOf(made);
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
    const words = wordsOf(resends, { ID: paid });
    const again = await run(...words, '--json');
    expect(again).toMatchObject({ code: 0, documents: [{ event_id: paid, event_type: PAID }] });
    await receiver.waitFor(
      () => seen().filter(({ path }) => path === '/endpoint').length > 1,
      WAIT,
    );
    const wordsHere = wordsOf(resendsHere, { ID: paid, [HOOK]: receiver.url('/again') });
    const here = await run(...wordsHere);
    expect(here).toMatchObject({ code: 0 });
    const { stdout } = await run(...words);
    expect(masked(stdout + here.stdout)).toBe(masked(resent));
    expect(here.stdout).toContain(paid);
    const [copy] = receiver.at('/again');
    const verifier = new WebhookVerifier({ secret });
    expect(await verifier.verify(copy?.rawBody ?? '', copy?.headers ?? {})).toMatchObject({
      event_id: paid,
    });
    receiver.script('/again', [500]);
    expect(await run(...wordsHere)).toMatchObject({ code: 1 });
  });

  it('sees how many endpoints a resend is for, and how many get it later', async () => {
    const [other, disabled] = await Promise.all(
      [true, false].map((enabled) =>
        shop.createWebhookEndpoint({ body: { url: receiver.url('/other'), enabled } }),
      ),
    );
    const id = other?.webhook_endpoint_id ?? '';
    const everywhere = await run('resend', paid);
    expect(everywhere.stdout).toContain('is sent again to 2 endpoints\n');
    expect(everywhere.stderr).toContain('It is held for 1 endpoint until you enable');
    const one = await run('resend', paid, '--endpoint', id, '--json');
    expect(one.documents).toMatchObject([{ deliveries: [{ webhook_endpoint_id: id }] }]);
    for (const { webhook_endpoint_id: webhookEndpointId = '' } of [other ?? {}, disabled ?? {}])
      await shop.deleteWebhookEndpoint({ path: { webhookEndpointId } });
  });

  it('goes on after a receiver that fails, and begins again where it ended', async () => {
    receiver.script('/hook', [500]);
    const refused = idOf(await run('trigger', '--json', CANCELLED));
    const line = await listening.prints(({ event_id }) => event_id === refused);
    expect(line).toMatchObject({ forwarded: { status: 500 } });
    const taken = idOf(await run('trigger', '--json', CANCELLED));
    await receiver.waitFor(about(taken, '/hook'), WAIT);
    await listening.prints(({ event_id }) => event_id === taken);
    const { code, documents } = await listening.interrupt();
    const end = documents.at(-1);
    expect({ code, end }).toMatchObject({ code: 0, end: { listening: false, count: 3 } });

    const missed = idOf(await run('trigger', '--json', CANCELLED));
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

it('trigger tells of the test that it made, not of an earlier one', async () => {
  const made = async () => idOf(await run('trigger', 'WEBHOOK_TEST', '--json'));
  const first = await made();
  expect(first).toMatch(/^\w{26}$/);
  expect(await made()).not.toBe(first);
});

it('listen signs with a given secret, hides it, and counts an unfinished page as not read', async () => {
  const secret = `whsec_${Buffer.from('a secret of one endpoint').toString('base64')}`;
  const { next_cursor: cursor = '' } = await shop.listWebhookEvents({ query: { limit: 1 } });
  await run('trigger', ...Array<string>(5).fill(CANCELLED));
  const words = ['--json', '--events', CANCELLED, '--after', cursor];
  const listening = commandLine.start(
    ['listen', ...words, '--forward-to', receiver.url('/page-of-events')],
    { ...env, TOWPATH_WEBHOOK_SECRET: secret },
  );
  const { otherwise } = receiver;
  receiver.otherwise = (request) => {
    const { path } = request;
    if (path === '/page-of-events' && receiver.at(path).length === 0) void listening.interrupt();
    return otherwise(request);
  };
  const { code, documents, stdout, stderr } = await listening.finished;
  receiver.otherwise = otherwise;
  expect(stdout + stderr).not.toContain(secret);
  const [first, ...others] = receiver.at('/page-of-events');
  const event = await new WebhookVerifier({ secret }).verify(
    first?.rawBody ?? '',
    first?.headers ?? {},
  );
  expect(event).toMatchObject({ event_type: CANCELLED });
  const end = { listening: false, count: 1 + others.length, cursor };
  expect([code, documents.at(-1)]).toEqual([0, end]);
});

it('listen tells where to go on when it is refused', async () => {
  const other = await system.newShop({ scopes: ALL_SCOPES });
  const itsEnv = CommandLine.environmentOf({ baseUrl: system.baseUrl, shop: other });
  await commandLine.run(['trigger', CANCELLED], itsEnv);
  const listening = commandLine.start(['listen', '--json'], itsEnv);
  await listening.prints(({ listening: is }) => is === true);
  await system.cli(['customer-app', 'disable', '--id', other.customerAppId]);
  const { code, documents } = await listening.finished;
  expect([code, documents.at(-2)]).toMatchObject([
    1,
    { listening: false, count: 0, cursor: expect.stringMatching(/./) as unknown },
  ]);
});

it('open tells the address where no browser starts', async () => {
  const { code, stdout, stderr } = await commandLine.run(['open', 'link'], { ...env, PATH: '' });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^http\S+\n$/)]);
  expect(stderr).toContain('No browser starts here: open the address yourself.');
});

it('the clock is shown, advanced, set, frozen and released', async () => {
  const [show, advance, set, freeze, thaw] = clockCommands;
  const shown = await run(...wordsOf(show));
  const before = Date.parse(shown.stdout.trim());
  const later = await run(...wordsOf(advance), '--json');
  expect(Date.parse(String(later.documents[0]?.['now'])) - before).toBeGreaterThanOrEqual(
    129_600_000,
  );
  const day = before + 5 * 86_400_000;
  const moved = await run(...wordsOf(set, { INSTANT: new Date(day).toISOString() }));
  const past = Date.parse(moved.stdout.trim()) - day;
  expect([past >= 0, past < 60_000]).toEqual([true, true]);
  const back = await run('clock', 'set', '2020-01-01');
  expect(back).toMatchObject({ code: 1, stdout: '' });
  expect(back.stderr).toContain('never goes back');
  const { stdout } = await run(...wordsOf(freeze));
  expect(masked(shown.stdout + stdout)).toBe(masked(clocks));
  expect(await run('trigger', PAID)).toMatchObject({
    code: 1,
    stderr: 'towpath: The clock of the app is frozen: run clock thaw first.\n',
  });
  expect((await run(...wordsOf(thaw))).stdout).not.toContain('frozen');
});

it('open makes a page that can be visited', async () => {
  const kept = join(commandLine.folder, '.data');
  mkdirSync(kept);
  const app = { ...shop.credentials, base_url: system.baseUrl };
  writeFileSync(join(kept, 'sandbox-app.json'), JSON.stringify(app));
  for (const page of ['link', 'setup', 'mandate', 'login']) {
    // The app of the file, as after npm start.
    const words = wordsOf(opens, { link: page });
    const { code, documents } = await commandLine.run([...words, '--print', '--json'], {});
    expect({ code, documents }).toMatchObject({ code: 0, documents: [{ page }] });
    const answer = await fetch(String(documents[0]?.['url']));
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('<!doctype html>'),
    ]);
  }
});

describe('the page of the command line', () => {
  const typed = (commands: string) =>
    promisify(execFile)('bash', ['-ec', commands], {
      cwd: workspaceRoot(),
      env: { ...process.env, ...env },
    });

  it('has no other command than these specs run', () => {
    expect(blocks.map(({ length }) => length)).toEqual([2, 1, 2, 2, 1, 5, 1]);
  });

  it('has commands that work as they are typed, and print what it shows', async () => {
    const listening = start(...wordsOf(listens, { [HOOK]: receiver.url('/page') }));
    await eventually(() => listening.stderr.includes('END PUBLIC KEY'), WAIT);
    const [here, programs, list, once, nobody] = await Promise.all([
      typed(inRepository.join('\n')),
      typed(forPrograms ?? ''),
      run(...wordsOf(triggersList)),
      run(...wordsOf(triggers)),
      run(...wordsOf(resends, { ID: '01JQ00000000000000000000XA' }), '--json'),
    ]);
    expect(here.stdout).toContain('listen');
    expect(masked(here.stdout)).toMatch(/^TIME$/m);
    expect(masked(programs.stdout)).toBe(masked(document));
    expect(list.stdout).toContain(PAID);
    expect(masked(once.stdout)).toBe(masked(triggered));
    expect(masked(nobody.stdout)).toBe(masked(refusal));
    const lines = () => masked(listening.stderr + listening.stdout).split('\n');
    await eventually(() => lines().some((line) => line.includes(PAID)), WAIT);
    expect(lines()).toEqual(expect.arrayContaining(masked(listened).split('\n')));
    await listening.interrupt();
  });
});
