import { Module } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews, DueJobRunner, Transactions } from '@towpath/persistence';

import { APP_ID } from '../fixtures/fake-gateway.fixture.js';
import { SampleModule, startSampleApp, type SampleApp } from '../fixtures/sample-app.fixture.js';
import { Quiescence } from '../index.js';

const app = APP_ID as CustomerAppId;
const due = new Date('2026-05-06T07:08:09.010Z');
const steps: unknown[] = [];

const views: Pick<CustomerAppViews, 'setClock'> = {
  setClock: (_tx, customerApp, clock) => {
    steps.push(['clock', customerApp, clock]);
    return Promise.resolve(true);
  },
};
const transactions = { asWorker: (work: (tx: object) => Promise<unknown>) => work({}) };
const jobs: Pick<DueJobRunner, 'next' | 'runFor'> = {
  next: (customerApp) =>
    Promise.resolve(
      customerApp === app ? { dueAt: due, stopAt: null } : { dueAt: null, stopAt: null },
    ),
  runFor: (customerApp) => {
    steps.push(['run', customerApp]);
    return Promise.resolve(3);
  },
};

@Module({
  imports: [SampleModule],
  providers: [
    { provide: CustomerAppViews, useValue: views },
    { provide: Transactions, useValue: transactions },
    { provide: DueJobRunner, useValue: jobs },
  ],
})
class ClockedModule {}

let sample: SampleApp;

beforeAll(async () => {
  sample = await startSampleApp({}, ClockedModule);
});
afterAll(() => sample.close());

async function ask(path: string, { sub = 'gateway', body }: { sub?: string; body?: object } = {}) {
  const token = await sample.gateway.sign({
    aud: 'payment-link',
    token_use: 'service',
    sub,
    customer_app_id: '',
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(sample.internalUrl + path, { ...init, headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('the clock routes', () => {
  it('return the next due instant of an app, or null', async () => {
    const next = (id: string) => ask(`/internal/clock/next?customer_app_id=${id}`);
    expect((await next(APP_ID)).body).toEqual({
      next_due_at: '2026-05-06T07:08:09.010Z',
      next_stop_at: null,
    });
    expect((await next('01JZ0000000000000000000NEW')).body).toEqual({
      next_due_at: null,
      next_stop_at: null,
    });
    expect((await next('nonsense')).status).toBe(400);
  });

  it('store the new clock before they run what is due by it', async () => {
    const frozen = '2026-05-06T07:08:09.010Z';
    const body = { customer_app_id: APP_ID, offset_ms: 5, frozen_at: frozen };
    expect(await ask('/internal/clock/run', { body })).toEqual({
      status: 200,
      body: { handled: 3 },
    });
    expect(steps).toEqual([
      ['clock', APP_ID, { offsetMs: 5, frozenAt: new Date(frozen) }],
      ['run', APP_ID],
    ]);
  });

  it('accept a clock that runs', async () => {
    steps.length = 0;
    const body = { customer_app_id: APP_ID, offset_ms: -7, frozen_at: null };
    expect((await ask('/internal/clock/run', { body })).status).toBe(200);
    expect(steps[0]).toEqual(['clock', APP_ID, { offsetMs: -7, frozenAt: null }]);
  });

  it('serve the gateway only', async () => {
    const path = `/internal/clock/next?customer_app_id=${APP_ID}`;
    expect((await ask(path, { sub: 'mandate' })).status).toBe(403);
  });
});

describe('the count of unfinished work', () => {
  it('is 0 everywhere when no service has anything to do, and sums the probes of a kind', async () => {
    const quiet = { outbox: 0, parked: 0, in_flight: 0 };
    expect((await ask('/internal/quiescence')).body).toEqual(quiet);
    const quiescence = sample.app.get(Quiescence);
    const asked: unknown[] = [];
    quiescence.register('outbox', (customerApp) => {
      asked.push(customerApp);
      return 2;
    });
    quiescence.register('outbox', () => Promise.resolve(3));
    const { body } = await ask(`/internal/quiescence?customer_app_id=${APP_ID}`);
    expect(body).toEqual({ ...quiet, outbox: 5 });
    expect(asked).toEqual([APP_ID]);
  });
});
