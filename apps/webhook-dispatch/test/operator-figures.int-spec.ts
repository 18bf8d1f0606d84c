import type { OperatorClaim, ReadFiguresResponse } from '@towpath/contracts/operator';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen } from './webhook-api.fixture.js';

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;
beforeAll(async () => {
  dispatch = await Dispatch.start();
  receiver = await Receiver.start();
  app = await dispatch.createApp();
  receiver.behaviour = (_request, count) => ({ status: count === 1 ? 500 : 200 });
  await createEndpoint(app, { url: receiver.url('/hook') });
  const first = await dispatch.tell(app.id, 'payment.executed');
  await deliveryWhen(app, first, { attempts: 1, status: 'RETRYING' });
  await dispatch.advance(10_000);
  await deliveryWhen(app, first, { attempts: 2, status: 'DELIVERED' });
  receiver.behaviour = () => ({ status: 500 });
  const second = await dispatch.tell(app.id, 'payment.executed');
  await deliveryWhen(app, second, { attempts: 1, status: 'RETRYING' });
});
afterAll(async () => {
  await dispatch?.stop();
  await receiver?.stop();
});

const figures = async (claim: Partial<OperatorClaim> = {}) => {
  const asked = dispatch.operator(claim).ask<ReadFiguresResponse>('readFigures');
  return (await asked).body.figures.filter(({ figure }) => figure === 'WEBHOOKS');
};

it('tells how webhooks arrive: by status, the share that arrived, and the oldest that waits', async () => {
  const [counts, , rates, ages] = await figures();
  expect(counts?.rows.map(({ labels, value }) => [labels['status'], value]).toSorted()).toEqual([
    ['DELIVERED', 1],
    ['RETRYING', 1],
  ]);
  expect(rates?.rows).toMatchObject([{ labels: { app_type: 'TEST' }, value: 1 }]);
  expect(ages?.rows).toMatchObject([{ labels: { app_type: 'TEST' } }]);
  expect((await figures({ apps: ['other'] })).flatMap(({ rows }) => rows)).toEqual([]);
});

it('counts requests to endpoints as the metric does', async () => {
  const attempts = (await figures()).find(({ metric }) => metric === 'webhook_attempts_total');
  const text = await (await fetch(`${dispatch.internalUrl}/metrics`)).text();
  const counted = text
    .split('\n')
    .filter((line) => line.startsWith('webhook_attempts_total{'))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  expect(counted).toBe(3);
  expect(attempts?.rows.reduce((sum, { value }) => sum + value, 0)).toBe(counted);
});
