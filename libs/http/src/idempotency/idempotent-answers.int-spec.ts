import { Body, Controller, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { field } from '@towpath/contracts';
import { DomainError, newId, type CustomerAppId } from '@towpath/kernel';
import { silentLogger } from '@towpath/observability';
import {
  BASE_KEY_PURPOSES,
  BaseTables,
  keyFileName,
  newKeyFile,
  PersistenceModule,
  Transactions,
  type AppTx,
  WriteBatch,
} from '@towpath/persistence';
import { temporaryFolder } from '@towpath/local-system';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { APP_ID, startFakeGateway, type FakeGateway } from '../fixtures/fake-gateway.fixture.js';
import {
  createHttpApp,
  Idempotent,
  IdempotentAnswers,
  InternalRoute,
  listen,
  Operation,
  SERVICE_AUTH_KEY,
  type IdempotentCall,
} from '../index.js';

const service = 'payment-link';
const UNKNOWN_ID = newId(new Date());

class PaymentNote {
  @field.text({ optional: true }) text?: string;
}

class PaymentBody {
  @field.amount({ min: 1 }) amount: number;
  @field.object(() => PaymentNote, { optional: true }) note?: PaymentNote;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
}

class PaymentAnswer {
  @field.text() payment_id: string;
  @field.text({ optional: true }) absent?: string | null;
}

class NamesBody {
  @field.textList({ minItems: 2, maxItems: 2 }) ids: string[];
}

const nameIn = (tx: AppTx) => Promise.resolve(tx.customerApp.id);

let effects = 0;
let hold: Promise<void> | undefined;

@Controller()
class PaymentsController {
  constructor(
    private readonly answers: IdempotentAnswers,
    private readonly transactions: Transactions,
  ) {}

  @Operation('createPayment', { response: PaymentAnswer })
  create(@Idempotent(PaymentBody) call: IdempotentCall, @Body() body: PaymentBody) {
    return this.answers.once<PaymentAnswer>(call, async (tx, include) => {
      await hold;
      if (body.amount === 13) throw new DomainError('TRANSACTION_LIMIT_EXCEEDED', 'Too much.');
      if (body.amount === 14) throw new DomainError('INVALID_REQUEST', 'amount is unlucky');
      if (body.amount === 15) throw new Error('a fault');
      effects += 1;
      const answer = { payment_id: `p${effects}`, absent: null };
      const batch = new WriteBatch();
      include(batch, answer);
      tx.write(batch);
      return answer;
    });
  }

  @Operation('createPayout', { response: PaymentAnswer })
  payout(@Idempotent(PaymentBody) call: IdempotentCall) {
    return this.answers.inSteps<{ n: number }, PaymentAnswer>(call, {
      begin: () => Promise.resolve({ n: (effects += 1) }),
      resume: ({ n }) => Promise.resolve({ payment_id: `payout${n}` }),
    });
  }

  @InternalRoute('POST', '/internal/names')
  async names(@Body() { ids }: NamesBody): Promise<object> {
    const first = await this.transactions.forApp(ids[0] as CustomerAppId, nameIn);
    return { names: [first, await this.transactions.forApp(ids[1] as CustomerAppId, nameIn)] };
  }

  @Operation('CreatePaymentLink')
  link(@Idempotent(PaymentBody) call: IdempotentCall): object {
    return { key: call.request.key ?? 'ignored' };
  }
}

let database: TestDatabase;
let gateway: FakeGateway;
let app: NestFastifyApplication;
let folder: string;
let url: string;
let internalUrl: string;
let token: string;

beforeAll(async () => {
  database = await testDatabase(service, [BaseTables]);
  gateway = await startFakeGateway();
  folder = temporaryFolder();
  for (const purpose of [...BASE_KEY_PURPOSES, SERVICE_AUTH_KEY]) {
    writeFileSync(join(folder, keyFileName(service, purpose)), newKeyFile());
  }
  const config = {
    host: '127.0.0.1',
    port: 0,
    internalPort: 0,
    keysDir: folder,
    logLevel: 'silent',
    gatewayInternalUrl: gateway.url,
    databaseUrl: database.urls.app,
    databaseWorkerUrl: database.urls.worker,
  } as const;
  const migrations = [BaseTables];
  @Module({
    imports: [PersistenceModule.forRoot({ service, config, migrations, dueJobs: 'manual' })],
    controllers: [PaymentsController],
  })
  class PaymentsModule {}
  app = await createHttpApp(PaymentsModule, { service, config, logger: silentLogger() });
  ({ publicUrl: url, internalUrl } = await listen(app));
  gateway.answer = (request, response) => {
    if (!request.url?.startsWith('/internal/customer_apps/')) return false;
    const customer_app_id = request.url.split('/').at(-1) ?? '';
    const known = customer_app_id !== UNKNOWN_ID;
    response.end(
      JSON.stringify(known ? { customer_app: { ...customerApp, customer_app_id } } : {}),
    );
    return true;
  };
  token = await gateway.sign({
    scopes: ['payment:create', 'payout:create', 'paymentlink:create'],
  });
});
afterAll(async () => {
  await app?.close();
  await gateway?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  effects = 0;
  hold = undefined;
});

const customerApp = {
  customer_app_id: APP_ID,
  name: 'Shop',
  app_type: 'TEST',
  status: 'ENABLED',
  credential_generation: 1,
  clock_offset_ms: 0,
  sequence: 1,
};

async function post(path: string, { key, body = { amount: 5 } }: { key?: string; body?: object }) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    retryAfter: response.headers.get('retry-after'),
    type: response.headers.get('content-type'),
    text,
  };
}

describe('an operation with an optional idempotency key', () => {
  it('answers a repeated request byte for byte, with one effect', async () => {
    const first = await post('/payments', { key: 'k1' });
    const second = await post('/payments', { key: 'k1', body: { amount: 5.0 } });
    expect(first).toMatchObject({ status: 200, replayed: null, text: '{"payment_id":"p1"}' });
    expect(second).toEqual({ ...first, replayed: 'true' });
    expect(first.type).toBe('application/json; charset=utf-8');
    expect(effects).toBe(1);
  });

  it('has one effect per request without a key', async () => {
    await post('/payments', {});
    expect((await post('/payments', {})).replayed).toBeNull();
    expect(effects).toBe(2);
  });

  it.each([
    { amount: 6 },
    { amount: 5, note: { text: 'a' } },
    { amount: 5, metadata: { a: '' } },
    { amount: 5, metadata: { note: 'a' } },
  ])('refuses %j as another body under the same key', async (body) => {
    const key = `k2-${JSON.stringify(body)}`;
    await post('/payments', { key });
    const other = await post('/payments', { key, body });
    expect(other.status).toBe(422);
    expect(other.text).toContain('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    { amount: 5, note: null },
    { amount: 5, note: { text: null }, metadata: null },
    { amount: 5, note: { text: '' }, metadata: {} },
    { amount: 5, note: {}, metadata: { a: null } },
    { amount: 5, unknown: 'member' },
  ])('treats %j like the body without these members, in either order', async (body) => {
    const [one, two] = [`absent-${JSON.stringify(body)}`, `given-${JSON.stringify(body)}`];
    const first = await post('/payments', { key: one });
    expect(await post('/payments', { key: one, body })).toEqual({ ...first, replayed: 'true' });
    const second = await post('/payments', { key: two, body });
    expect(await post('/payments', { key: two })).toEqual({ ...second, replayed: 'true' });
    expect(effects).toBe(2);
  });

  it('has one effect for many copies at the same moment', async () => {
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const copies = Array.from({ length: 8 }, () => post('/payments', { key: 'k3' }));
    gate.resolve();
    const texts = new Set((await Promise.all(copies)).map(({ text }) => text));
    expect([...texts]).toEqual(['{"payment_id":"p1"}']);
    expect(effects).toBe(1);
  });

  it('repeats a refusal that was a decision, with its first request ID', async () => {
    const first = await post('/payments', { key: 'k4', body: { amount: 13 } });
    const second = await post('/payments', { key: 'k4', body: { amount: 13 } });
    expect(first.status).toBe(400);
    expect(first.text).toContain('TRANSACTION_LIMIT_EXCEEDED');
    expect(second).toEqual({ ...first, replayed: 'true' });
  });

  it.each([
    ['a validation error', 14, 400],
    ['a fault', 15, 500],
  ])('does not store %s', async (_case, amount, status) => {
    const first = await post('/payments', { key: `k5-${amount}`, body: { amount } });
    const second = await post('/payments', { key: `k5-${amount}`, body: { amount } });
    expect([first.status, second.status, second.replayed]).toEqual([status, status, null]);
  });

  it('refuses a key of 256 characters', async () => {
    expect((await post('/payments', { key: 'k'.repeat(256) })).text).toContain('INVALID_REQUEST');
  });
});

describe('an operation with a required idempotency key', () => {
  it('refuses a request without a key', async () => {
    const answer = await post('/payouts', {});
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('runs in steps and repeats its answer', async () => {
    const first = await post('/payouts', { key: 'k6' });
    expect(first.text).toBe('{"payment_id":"payout1"}');
    expect(await post('/payouts', { key: 'k6' })).toEqual({ ...first, replayed: 'true' });
  });
});

describe('an operation that takes no idempotency key', () => {
  it('ignores the header Idempotency-Key', async () => {
    expect((await post('/payment_links', { key: 'k7' })).text).toBe('{"key":"ignored"}');
  });
});

describe('a customer app that is unknown to this service', () => {
  it('is requested from the gateway once, with a service token', () => {
    expect(gateway.asked.get(`/internal/customer_apps/${APP_ID}`)).toBe(1);
    expect(gateway.asked.get('/internal/tokens/service')).toBe(1);
  });

  const callWith = async (ids: readonly string[]) => {
    const claims = {
      aud: service,
      sub: 'mandate',
      token_use: 'service',
      customer_app_id: '',
    } as const;
    const authorization = `Bearer ${await gateway.sign({ ...claims, scopes: [] })}`;
    const response = await fetch(`${internalUrl}/internal/names`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    });
    return { status: response.status, text: await response.text() };
  };

  it('is requested from the gateway when an internal call names it', async () => {
    const ids = [newId(new Date()), newId(new Date())];
    expect(await callWith(ids)).toEqual({ status: 200, text: JSON.stringify({ names: ids }) });
    for (const id of ids) expect(gateway.asked.get(`/internal/customer_apps/${id}`)).toBe(1);
  });

  it('is refused by name when the gateway does not know it either', async () => {
    const { status, text } = await callWith([newId(new Date()), UNKNOWN_ID]);
    expect([status, text]).toEqual([400, expect.stringContaining('customer_app_id is no known')]);
  });
});
