import { eventually, sharedSandbox } from '@towpath/testing';
import { DEFAULT_BUDGET_MS } from '@towpath/http';
import { PreparedAttemptsService } from '../src/links/card-attempts/prepared-attempts.service.js';
import { FrozenWay } from './frozen-way.fixture.js';
import { CARDS } from './cards.fixture.js';
import { Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';
import { connectStripe, StripeApp } from './stripe-app.fixture.js';
import type { StripeShop } from './stripe-shop.fixture.js';

const MINUTE_MS = 60_000;
/** Longer than any call of ours waits. */
const FROZEN_MS = 40_000;
const PAYERS = 50;

let sandbox: TestSandbox;
let way: FrozenWay;
let service: TestPaymentLink;
let shop: StripeShop;
let frozen: StripeApp;
let other: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  way = await FrozenWay.to((await sharedSandbox()).url);
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  shop = await connectStripe(service, { apiUrl: way.url });
  frozen = await StripeApp.of(service, shop);
  other = await service.customerApp(['HKD']);
}, START_MS);
afterAll(async () => {
  await way?.stop();
  await service?.end();
});

const many = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, () => make()));

/** A payer who has typed the card, and what submits it. */
async function typed() {
  const payer = await frozen.payer();
  const { body } = await payer.select();
  const token = await shop.tokenize(CARDS.good);
  const submit = async () => {
    const begin = performance.now();
    const answer = await payer.submitToken(body.attempt_id, { token, last4: '4242' });
    return { answer, tookMs: performance.now() - begin };
  };
  return { payer, submit };
}

it('a processor that freezes for 40 s holds up no other payment, and all of its own are taken once', async () => {
  const confirming = await many(PAYERS / 2, typed);
  await eventually(async () => (await frozen.intents()).length === PAYERS / 2);
  // As in a process that does not know of their choice.
  Object.assign(service.app.get(PreparedAttemptsService), { begin: () => undefined });
  const preparing = await many(PAYERS / 2, typed);

  way.freezes = /\/confirm$/;
  const first = confirming.map(({ submit }) => submit());
  await eventually(() => Promise.resolve(way.held >= confirming.length), { deadlineMs: 30_000 });
  const frozenAt = performance.now();
  way.freezes = /./;
  const submitted = Promise.all([...first, ...preparing.map(({ submit }) => submit())]);

  // Payers of another gateway pay, and what that gateway lost is asked for in time.
  const paid = await many(PAYERS, async () => {
    const payer = await Payer.of(other, sandbox);
    return (await payer.pay(CARDS.good)).body.status;
  });
  expect(new Set(paid)).toEqual(new Set(['PAID']));
  const lost = await Payer.of(other, sandbox);
  await lost.pay(CARDS.lost);
  await lost.reaches('COMPLETE');

  // Payers of the frozen one see that their payment is not decided.
  const answers = await submitted;
  expect(
    new Set(answers.map(({ answer }) => `${answer.status} ${answer.body.session_status}`)),
  ).toEqual(new Set(['200 PROCESSING']));
  // The budget, and the way of an answer on a busy machine.
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(1.5 * DEFAULT_BUDGET_MS);
  expect(way.held).toBeGreaterThan(0);

  await eventually(() => Promise.resolve(performance.now() - frozenAt > FROZEN_MS), {
    deadlineMs: 2 * FROZEN_MS,
  });
  way.thaw();
  // It is asked by all again: other payers pay.
  const back = await StripeApp.of(service, shop);
  await eventually(
    async () => (await back.pay(await back.payer(), CARDS.good)).body.status === 'PAID',
    { deadlineMs: 15_000 },
  );
  let offsetMs = 0;
  await eventually(
    async () => {
      // The next questions come after minutes. After an hour of silence what was never sent fails.
      offsetMs = Math.min(offsetMs + 2 * MINUTE_MS, 20 * MINUTE_MS);
      await frozen.advanceTo(offsetMs);
      const open = await frozen.app.rows(
        `SELECT 1 FROM payment_links WHERE status <> 'PAID' LIMIT 1`,
      );
      return open.length === 0;
    },
    { deadlineMs: MINUTE_MS },
  );
  const intents = await frozen.intents();
  expect(intents.map(({ status }) => status)).toEqual(Array(PAYERS).fill('succeeded'));
  expect(await frozen.booked()).toEqual(Array(PAYERS).fill(['PAYMENT', 12_500]));
  expect(await frozen.moved()).toEqual(Array(PAYERS).fill(['charge', 12_500]));
}, 180_000);
