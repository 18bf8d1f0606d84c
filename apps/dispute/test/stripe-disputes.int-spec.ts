import { createHmac } from 'node:crypto';
import {
  DEFAULT_ENDPOINT,
  GatewayCredentials,
  StripeClient,
  type EndpointSecret,
  type GatewayCredential,
} from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { Metrics, silentLogger } from '@towpath/observability';
import {
  SANDBOX_START_MS,
  SHARED_SANDBOX,
  sharedSandbox,
  type SandboxClient,
} from '@towpath/testing';
import type { ReportedDispute } from '../src/disputes/dispute.table.js';
import { ProcessorRefused, ProcessorUnavailable } from '../src/processors/ports.js';
import { StripeProcessor, StripeSilent } from '../src/processors/stripe/stripe-processor.js';

const SECRET = 'whsec_of_this_test';
const INQUIRY = 'pm_card_createDisputeInquiry';
const CHARGEBACK = 'pm_card_createDispute';
const PDF = Buffer.from('%PDF-1.7 evidence');

interface StripeDispute {
  readonly id: string;
  readonly status: string;
  readonly evidence: Readonly<Record<string, string | null>>;
  readonly evidence_details: { readonly submission_count: number };
}

class OneAccount extends GatewayCredentials {
  constructor(readonly name: string) {
    super();
  }

  override of(): Promise<GatewayCredential> {
    const endpoints = [{ endpointId: DEFAULT_ENDPOINT, secrets: [SECRET] }];
    const keys = { secretKey: `sk_test_${this.name}`, publishableKey: `pk_test_${this.name}` };
    return Promise.resolve({ ...keys, gatewayAccount: null, live: false, endpoints });
  }

  override endpoint(): Promise<EndpointSecret[]> {
    return Promise.resolve([{ customerAppId: null, secret: SECRET, live: false }]);
  }
}

let sandbox: SandboxClient;
let name: string;
let processor: StripeProcessor;
let customerAppId: CustomerAppId;
let shops = 0;

beforeAll(async () => {
  sandbox = await sharedSandbox();
}, SANDBOX_START_MS);
beforeEach(() => {
  shops += 1;
  name = `dp${process.pid}s${shops}`;
  customerAppId = newId<CustomerAppId>(new Date());
  processor = processorAt(sandbox.url);
});

function processorAt(apiUrl: string): StripeProcessor {
  const client = new StripeClient({
    appType: 'TEST',
    apiUrl,
    credentials: new OneAccount(name),
    clock: { system: () => new Date() },
    logger: silentLogger(),
    metrics: new Metrics('dispute'),
    Unavailable: StripeSilent,
  });
  return new StripeProcessor(client);
}

async function ask<T>(route: string, form?: Readonly<Record<string, string>>): Promise<T> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${sandbox.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer sk_test_${name}` },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  return (await answer.json()) as T;
}

async function control(what: string, body: object): Promise<unknown> {
  const answer = await fetch(`${sandbox.url}/stripe/control/${what}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${SHARED_SANDBOX.secret}`,
    },
    body: JSON.stringify({ account: `acct_${name}`, ...body }),
  });
  return answer.json();
}

const decided = (id: string, status: string) => control('decision', { id, status });
const keyOf = (processorReference: string) => ({ processorReference, customerAppId });
const atStripe = (id: string) => ask<StripeDispute>(`GET disputes/${id}`);

/** A payment of the app, contested by a test card. */
async function contested(payment_method: string): Promise<string> {
  const intent = await ask<{ id: string }>('POST payment_intents', {
    amount: '12345',
    currency: 'hkd',
    confirm: 'true',
    payment_method,
    'metadata[customer_app_id]': customerAppId,
  });
  const { data } = await ask<{ data: StripeDispute[] }>(`GET disputes?payment_intent=${intent.id}`);
  return data[0]?.id ?? '';
}

async function found(id: string): Promise<ReportedDispute['report']> {
  const reported = await processor.find(keyOf(id));
  if (!reported) throw new Error(`${id} is not found`);
  return reported.report;
}

async function* documents(count: number) {
  for (let index = 0; index < count; index += 1)
    yield await Promise.resolve({
      digest: String(index),
      mediaType: 'application/pdf',
      content: PDF,
    });
}

const evidence = (digest: string, count = 1) => ({ digest, documents: documents(count) });

async function listed(app = customerAppId): Promise<string[]> {
  const open: string[] = [];
  for await (const each of processor.listOpen(app)) open.push(each.processorReference);
  return open;
}

describe('disputes at Stripe', () => {
  it('are found with their money, fee and deadline', async () => {
    const id = await contested(CHARGEBACK);
    expect(await processor.find(keyOf(id))).toMatchObject({
      processorReference: id,
      gatewayReference: expect.stringMatching(/^pi_/) as string,
      report: {
        round: 1,
        status: 'ACTION_REQUIRED',
        eventName: 'CHARGEBACK',
        amount: 12_345,
        currency: 'HKD',
        feeAmount: 1_500,
        isDefendable: true,
        code: '10.4',
        reason: 'fraudulent',
        processorStatus: 'needs_response',
      },
    });
    expect(await processor.find(keyOf('du_unknown'))).toBeNull();
    expect(await listed()).toEqual([id]);
    expect(await listed(newId<CustomerAppId>(new Date()))).toEqual([]);
  });

  it('hold no money while the bank only asks, and are never lost then', async () => {
    const id = await contested(INQUIRY);
    const asked = await found(id);
    expect(asked).toMatchObject({ round: 0, eventName: 'INQUIRY', amount: 0, feeAmount: 0 });
    await decided(id, 'needs_response');
    const grown = await found(id);
    expect(grown).toMatchObject({ round: 1, eventName: 'CHARGEBACK', amount: 12_345 });
    expect(grown.position).toBeGreaterThan(asked.position);
    const other = await contested(INQUIRY);
    await decided(other, 'warning_closed');
    expect(await found(other)).toMatchObject({ status: 'WON', amount: 0 });
    const left = await contested(INQUIRY);
    await processor.accept(keyOf(left));
    expect(await found(left)).toMatchObject({ status: 'ACCEPTED', amount: 0 });
  });

  it.each([
    ['won', 'WON'],
    ['lost', 'LOST'],
    ['prevented', 'WON'],
  ])('that are %s are %s', async (status, ours) => {
    const id = await contested(CHARGEBACK);
    await decided(id, status);
    expect((await found(id)).status).toBe(ours);
    expect(await listed()).toEqual([]);
  });

  it('without a deadline cannot be defended', async () => {
    const { latest_charge: charge } = await ask<{ latest_charge: string }>('POST payment_intents', {
      ...{ amount: '12345', currency: 'hkd', confirm: 'true', payment_method: 'pm_card_visa' },
    });
    const opened = await control('dispute', { charge, kind: 'chargeback', defendable: false });
    const { id } = opened as { id: string };
    expect(await found(id)).toMatchObject({ status: 'UNDEFENDED', isDefendable: false });
    await expect(processor.submitEvidence(keyOf(id), evidence('one'))).rejects.toThrow(
      ProcessorRefused,
    );
  });

  it('take evidence once, however often it is sent, and no other', async () => {
    const id = await contested(CHARGEBACK);
    const send = (digest: string) => processor.submitEvidence(keyOf(id), evidence(digest, 2));
    expect((await send('one')).report.status).toBe('PROCESSING');
    expect((await send('one')).report.status).toBe('PROCESSING');
    await expect(send('two')).rejects.toThrow(ProcessorRefused);
    const { evidence: kept, evidence_details: details } = await atStripe(id);
    expect(details.submission_count).toBe(1);
    expect(kept['uncategorized_file']).toMatch(/^file_/);
    expect(kept['service_documentation']).toMatch(/^file_/);
  });

  it('are submitted once when the answer is lost, and the draft stays a draft before', async () => {
    const id = await contested(CHARGEBACK);
    const faults = [{ path: 'POST disputes/*', kind: 'lost', times: 1 }];
    await control('settings', { settings: { faults } }).catch(() => undefined);
    const send = () => processor.submitEvidence(keyOf(id), evidence('one'));
    await expect(send()).rejects.toThrow(ProcessorUnavailable);
    expect((await atStripe(id)).evidence_details.submission_count).toBe(0);
    expect((await send()).report.status).toBe('PROCESSING');
    await send();
    expect((await atStripe(id)).evidence_details.submission_count).toBe(1);
  });

  it('are accepted once, which differs from a loss', async () => {
    const id = await contested(CHARGEBACK);
    expect((await processor.accept(keyOf(id))).report.status).toBe('ACCEPTED');
    expect((await processor.accept(keyOf(id))).report.status).toBe('ACCEPTED');
    expect((await found(id)).status).toBe('ACCEPTED');
    await expect(processor.submitEvidence(keyOf(id), evidence('late'))).rejects.toThrow(
      ProcessorRefused,
    );
    await expect(processor.accept(keyOf('du_unknown'))).rejects.toThrow(ProcessorRefused);
  });

  it('are read from signed events, and others are not taken', async () => {
    const id = await contested(CHARGEBACK);
    const { data } = await ask<{ data: { type: string }[] }>('GET events?limit=100');
    const event = data.find(({ type }) => type === 'charge.dispute.created');
    const body = Buffer.from(JSON.stringify(event));
    const receivedAt = new Date();
    const at = Math.floor(receivedAt.getTime() / 1_000);
    const signed = (secret: string) => {
      const mac = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
      return { body, receivedAt, headers: { 'stripe-signature': `t=${at},v1=${mac}` } };
    };
    const { events } = await processor.readCallBacks(signed(SECRET), null);
    const gatewayReference = expect.stringMatching(/^pi_/) as string;
    expect(events).toMatchObject([{ customerAppId: null, gatewayReference }]);
    expect(processor.read(events[0]?.body ?? '').processorReference).toBe(id);
    await expect(processor.readCallBacks(signed('whsec_other'), null)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('are unknown while Stripe is away', async () => {
    const away = processorAt('http://127.0.0.1:9');
    await expect(away.find(keyOf('du_1'))).rejects.toThrow(ProcessorUnavailable);
    await expect(away.accept(keyOf('du_1'))).rejects.toThrow(ProcessorUnavailable);
    const list = away.listOpen(customerAppId)[Symbol.asyncIterator]().next();
    await expect(list).rejects.toThrow(ProcessorUnavailable);
  });
});
