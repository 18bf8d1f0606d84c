/** @takes 110 s */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { SandboxApp } from '@towpath/local-system';
import {
  type ApiAnswer,
  ApiClient,
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
} from '@towpath/testing';
import { ownServices } from './compose.fixture.js';
import { canConfine, ConfinedProcess } from './confined-process.fixture.js';
import { Rehearsal } from './rehearsal.fixture.js';

const PREPARE_MS = 480_000;
const STOP_SECONDS = 10;
/** For a machine that does other things beside. */
const PATIENCE = { deadlineMs: 40_000 };
const HELD = 20;
const CALLERS = 16;

describe('the system of compose.yaml', () => {
  let system: Rehearsal;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await Rehearsal.prepare();
    await system.up();
    const app = JSON.parse(
      await gatewayCommand('customer-app', 'create', '--name', 'Shop'),
    ) as SandboxApp;
    merchant = new Merchant(new ApiClient(system.url('gateway')), app);
  }, PREPARE_MS);

  afterAll(() => system?.down(), PREPARE_MS);

  /** What `docker compose exec gateway node apps/gateway/dist/cli.js …` prints. */
  async function gatewayCommand(...args: readonly string[]): Promise<string> {
    const command = [...system.image.entrypoint, 'apps/gateway/dist/cli.js', ...args];
    const process = await ConfinedProcess.start(command, system.confinementOf('gateway'));
    const { code, output } = await process.ended;
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  }

  /** A program in the confinement of a container; its exit code and output. */
  async function inContainer(name: string, script: string) {
    const command = [...system.image.entrypoint, '--input-type=module', '-e', script];
    return (await ConfinedProcess.start(command, system.confinementOf(name))).ended;
  }

  it('starts in the order of health, databases first and the gateway last', () => {
    expect(system.started).toHaveLength(ownServices(system.compose).length);
    expect(system.started[0]).toBe('migrate');
    const behind = system.started.filter((name) => !/gateway|sandbox/.test(name));
    const last = Math.max(...behind.map((name) => system.started.indexOf(name)));
    expect(system.started.indexOf('gateway')).toBeGreaterThan(last);
  });

  it('creates and reads a payment link', async () => {
    const { payment_link_id } = await merchant.createPaymentLink({ body: paymentOrder() });
    expect(await merchant.link(payment_link_id)).toMatchObject({ status: 'CREATED' });
  });

  it('takes a card payment through the simulated gateway, and publishes it to Kafka', async () => {
    const { payment_link_id, url } = await merchant.createPaymentLink({ body: paymentOrder() });
    await (await HostedPayer.open(merchant.api, url ?? '')).pay('authorized');
    const paid = await eventually(async () => {
      const link = await merchant.link(payment_link_id);
      return link.status === 'PAID' && link;
    }, PATIENCE);
    expect(paid.payment).toMatchObject({ status: 'EXECUTED', amount: 12_500 });
    const output = await eventually(async () => {
      const { webhook_events: events } = await merchant.listWebhookEvents();
      return events.length > 0 && JSON.stringify(events);
    }, PATIENCE);
    expect(output).toContain('PAYMENT_');
  });

  it('serves the payment page and the interface from the image', async () => {
    const { url } = await merchant.createPaymentLink({ body: paymentOrder() });
    const { pathname, search } = new URL(url ?? '');
    const page = await system.proxy
      .client('pages')
      .send({ method: 'GET', path: `${pathname}${search}` });
    expect(page.text).toContain('<script');
    const document = await fetch(`${system.url('gateway')}/openapi.json`);
    const { openapi } = (await document.json()) as { openapi: string };
    expect(openapi).toMatch(/^3/);
  });

  it('works behind a proxy that ends TLS, on other host names', async () => {
    const pages = system.proxy.client('pages');
    const { url = '' } = await merchant.createPaymentLink({ body: paymentOrder() });
    expect(url).toMatch(`${pages.baseUrl}/`);
    const page = await pages.send({ method: 'GET', path: url.slice(pages.baseUrl.length) });
    expect(page.status).toBe(200);
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const mixed = page.text.match(/(?:src|href)="http:[^"]*"/g);
    expect(mixed).toBeNull();
    const payer = await HostedPayer.open(pages, url);
    const asked = await payer.pay('challenge');
    const way = asked.body.attempt?.redirect_url ?? '';
    expect(way).toMatch(`${pages.baseUrl}/`);
    const gone = await pages.send({ method: 'GET', path: way.slice(pages.baseUrl.length) });
    expect(gone.status).toBe(303);
    expect(gone.headers.get('set-cookie')).toMatch(/^__Host-.*; Path=\/;.*; Secure/);
    const challenge = new URL(gone.headers.get('location') ?? '');
    expect(challenge.origin).toBe(system.url('sandbox', 8087));
    const api = system.proxy.client('api');
    const token = await merchant.accessToken();
    expect((await api.send({ method: 'GET', path: '/mandates', token })).status).toBe(200);
  });

  it('prepares databases a second time without changing them', async () => {
    await system.start('migrate');
    const { output } = await system.process('migrate').ended;
    const lines = output.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ service: 'gateway', message: '0 migrations applied' }),
    );
  });

  it('lists parked messages in the container of a service, and explains the command', async () => {
    const dlt = async (...args: string[]) => {
      const command = [...system.image.entrypoint, 'tools/deploy/dist/dlt.js', ...args];
      return (await ConfinedProcess.start(command, system.confinementOf('mandate'))).ended;
    };
    const ended = await dlt('list');
    expect(ended).toMatchObject({ code: 0 });
    expect(JSON.parse(ended.output)).toEqual({ mandate: [] });
    expect((await dlt('help')).output).toContain('node tools/deploy/dist/dlt.js replay ID');
  });

  it('reports by its health check whether a service is ready', async () => {
    expect(await system.checkHealth('dispute')).toBe(0);
    expect((await system.process('dispute').terminate()).code).toBe(0);
    expect(await system.checkHealth('dispute')).toBe(1);
    await system.start('dispute');
  });

  it('runs without privileges, on files that it cannot change', async () => {
    const script = `
      import { readFileSync, writeFileSync } from 'node:fs';
      const status = readFileSync('/proc/self/status', 'utf8');
      const attempt = (path) => {
        try { writeFileSync(path, ''); return 'written'; } catch (error) { return error.code; }
      };
      console.log(JSON.stringify({
        uid: process.getuid(),
        capabilities: /CapBnd:\\s*(\\w+)/.exec(status)[1],
        noNewPrivileges: /NoNewPrivs:\\s*(\\d)/.exec(status)[1],
        writes: ['apps/probe', '/tmp/write-probe', '/run/secrets/probe', '/write-probe'].map(attempt),
      }));`;
    const { code, output } = await inContainer('gateway', script);
    expect(code).toBe(0);
    const seen = JSON.parse(output) as { uid: number; writes: string[] };
    expect(seen.uid).not.toBe(0);
    expect(seen.writes[0]).toMatch(/^E(ROFS|ACCES)$/);
    const confined = {
      uid: 1000,
      capabilities: '0000000000000000',
      noNewPrivileges: '1',
      writes: ['EROFS', 'EROFS', 'EROFS', 'EROFS'],
    };
    expect(seen).toMatchObject(canConfine ? confined : {});
  });

  it('finishes at SIGTERM the requests that the gateway holds, and ends with 0', async () => {
    const held = await Promise.all(Array.from({ length: HELD }, () => holdRequest()));
    const gateway = system.process('gateway').terminate();
    await eventually(async () => !(await acceptsRequests(system.url('gateway'))), PATIENCE);
    const answers = await Promise.all(held.map(({ finish }) => finish()));
    expect(answers).toEqual(answers.map(() => [200, expect.any(String)]));
    expect(await gateway).toMatchObject({ code: 0, signal: null });
    expect((await gateway).seconds).toBeLessThan(STOP_SECONDS);
    await system.start('gateway');
    for (const [, id] of answers) expect((await merchant.link(id)).payment_link_id).toBe(id);
  });

  it('loses no request when a service stops under load and comes back', async () => {
    const answers: ApiAnswer<{ payment_link_id: string }>[] = [];
    let loading = true;
    const caller = async () => {
      while (loading) {
        const order = { method: 'POST', path: '/payment_links', body: paymentOrder() };
        answers.push(await merchant.send(order));
      }
    };
    const made = () => answers.filter(({ status }) => status === 200);
    const callers = Promise.all(Array.from({ length: CALLERS }, caller));
    await eventually(() => made().length > 100, PATIENCE);
    const stopped = await system.process('payment-link').terminate();
    const before = made().length;
    await system.start('payment-link');
    await eventually(() => made().length > before + 100, PATIENCE);
    loading = false;
    await callers;
    expect(stopped).toMatchObject({ code: 0, signal: null });
    expect(stopped.seconds).toBeLessThan(STOP_SECONDS);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
    const ids = made().map(({ body }) => body.payment_link_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [ids[0], ids[before - 1], ids.at(-1)]) {
      expect((await merchant.link(id ?? '')).payment_link_id).toBe(id);
    }
  });

  it('stops every service and the sandbox with exit code 0 within 10 s', async () => {
    const running = system.started.filter((name) => name !== 'migrate');
    const names = [...new Set(running)];
    expect(names).toHaveLength(7);
    const ends = names.map(async (name) => [name, await system.process(name).terminate()] as const);
    for (const [name, { code, signal, seconds }] of await Promise.all(ends)) {
      expect([name, code, signal]).toEqual([name, 0, null]);
      expect(seconds).toBeLessThan(STOP_SECONDS);
    }
  });

  it('prints an error of a start as one JSON line', async () => {
    const command = [...system.image.entrypoint, 'apps/mandate/dist/main.js'];
    const { environment, ...rest } = system.confinementOf('mandate');
    const wrong = { ...rest, environment: { ...environment, LOG_LEVEL: 'loud' } };
    const { code, output } = await (await ConfinedProcess.start(command, wrong)).ended;
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      level: 'fatal',
      service: 'mandate',
      message: expect.stringContaining('LOG_LEVEL must be'),
    });
  });

  /** A request whose head the gateway has read and whose body it waits for. */
  async function holdRequest() {
    const outgoing = request(`${system.url('gateway')}/payment_links`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${await merchant.accessToken()}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    return { finish: () => finish(outgoing) };
  }
});

async function finish(outgoing: ClientRequest): Promise<[number | undefined, string]> {
  outgoing.end(JSON.stringify(paymentOrder()));
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const body = (await json(incoming)) as { payment_link_id: string };
  return [incoming.statusCode, body.payment_link_id];
}

async function acceptsRequests(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/health/live`)).text();
    return true;
  } catch {
    return false;
  }
}
