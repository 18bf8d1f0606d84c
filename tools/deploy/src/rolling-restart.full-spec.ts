/** @proves promise-1 @takes 45 s */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { SERVICE_NAMES } from '@towpath/contracts';
import { createSandboxApp, temporaryFolder } from '@towpath/local-system';
import {
  ApiClient,
  type ApiAnswer,
  type ApiRequest,
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
  WebhookReceiver,
} from '@towpath/testing';
import { rowsOf } from './base-backup.fixture.js';
import { DoubledSystem } from './doubled-system.fixture.js';
import { SpanCollector, type CollectedSpan } from './span-collector.fixture.js';

jest.setTimeout(600_000);

const CALLERS = 6;
/** Callers whose links are paid, too. */
const PAYERS = 2;
const SOME = 20;
const PATIENCE = { deadlineMs: 60_000 };
const ALL = ['gateway', 'payment-link', 'webhook-dispatch'];

describe('the processes of all services', () => {
  const folder = temporaryFolder();
  let doubled: DoubledSystem;
  let collector: SpanCollector;
  let merchant: Merchant;
  beforeAll(async () => {
    collector = await SpanCollector.start();
    doubled = await DoubledSystem.start({
      dataDir: join(folder, 'data'),
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    const app = await createSandboxApp(doubled.system, { name: 'Shop' });
    merchant = new Merchant(new PassingClient(doubled.url), app);
  });
  afterAll(async () => {
    await doubled?.stop();
    collector?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are all replaced under load, and no request fails', async () => {
    const failures: string[] = [];
    const links: string[] = [];
    let loading = true;
    const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        const { cause, message } = error as Error;
        failures.push(`${what}: ${message} ${String(cause ?? '')}`);
        return undefined;
      }
    };
    const pays = async (url: string): Promise<void> => {
      const payer = await HostedPayer.open(new PassingClient(doubled.url), url);
      const { status, text } = await payer.pay('authorized');
      if (status !== 200) throw new Error(`${status} ${text}`);
    };
    const caller = async (_: unknown, place: number): Promise<void> => {
      while (loading) {
        const made = await attempt('create', () =>
          merchant.createPaymentLink({ body: paymentOrder() }),
        );
        if (!made) continue;
        links.push(made.payment_link_id);
        await attempt('read', () => merchant.link(made.payment_link_id));
        if (place < PAYERS) await attempt('pay', () => pays(made.url ?? ''));
        await attempt('read mandates', () => merchant.listMandates());
      }
    };
    const callers = Promise.all(Array.from({ length: CALLERS }, caller));
    const more = (count: number) => {
      const before = links.length;
      return eventually(() => links.length > before + count, PATIENCE);
    };
    await more(SOME);
    await doubled.rollOut({ meanwhile: () => more(SOME) });
    await more(SOME);
    loading = false;
    await callers;
    expect(failures).toEqual([]);
    expect(new Set(links).size).toBe(links.length);
    expect(await parkedIn(doubled.system.adminUrl)).toEqual([]);
  });

  it('record one trace from the page to the webhook', async () => {
    const receiver = await WebhookReceiver.start();
    await merchant.createWebhookEndpoint({
      body: { url: receiver.url('/traced'), event_types: ['PAYMENT_LINK_PAID'] },
    });
    const { url } = await merchant.createPaymentLink({ body: paymentOrder() });
    const traceId = 'abcdef0123456789'.repeat(2);
    const page = new TracedClient(doubled.url, traceId);
    await (await HostedPayer.open(page, url ?? '')).pay('authorized');
    // Each process tells its spans on its own schedule.
    const spans = await eventually(() => {
      const found = collector.ofTrace(traceId);
      const services = new Set(found.map(({ service }) => service));
      const isWhole =
        ALL.every((service) => services.has(service)) && orphansOf(found).length === 0;
      return isWhole && found.some(({ name }) => name === 'send webhook') && found;
    }, PATIENCE);
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^consume payment_link\.paid/)]),
    );
    const received = await eventually(() => receiver.requests[0], PATIENCE);
    expect(received.headers['traceparent']).toContain(traceId);
    await receiver.stop();
  });
});

/** Each span but those of the page's own requests has its parent among the others. */
function orphansOf(spans: readonly CollectedSpan[]): CollectedSpan[] {
  const ids = new Set([PAGE_SPAN, ...spans.map(({ spanId }) => spanId)]);
  return spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
}

/** Opens a connection for each request, as a proxy does that keeps none to what is behind it. */
class PassingClient extends ApiClient {
  override async send<T = unknown>(asked: ApiRequest): Promise<ApiAnswer<T>> {
    const { method, path, token, body } = asked;
    const outgoing = httpRequest(`${this.baseUrl}${path}`, {
      method,
      agent: false,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = await textOf(incoming);
    const status = incoming.statusCode ?? 0;
    return { status, headers: new Headers(), text, body: JSON.parse(text) as T };
  }
}

/** Services that could not read an event. */
async function parkedIn(adminUrl: string): Promise<string[]> {
  const counts = await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const database = name.replaceAll('-', '_');
      const sql = 'SELECT event_name FROM parked_messages';
      const rows = await rowsOf<{ event_name: string }>({ adminUrl, database, sql });
      return rows.map(({ event_name }) => `${name}: ${event_name}`);
    }),
  );
  return counts.flat();
}

const PAGE_SPAN = '00f067aa0ba902b7';

/** A page whose requests belong to one trace. */
class TracedClient extends ApiClient {
  constructor(
    baseUrl: string,
    private readonly traceId: string,
  ) {
    super(baseUrl);
  }

  override send<T = unknown>(request: Parameters<ApiClient['send']>[0]) {
    const traceparent = `00-${this.traceId}-${PAGE_SPAN}-01`;
    return super.send<T>({ ...request, headers: { ...request.headers, traceparent } });
  }
}
