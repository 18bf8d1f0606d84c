import { jest } from '@jest/globals';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { newId, type Id } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import { PgTransactions, Tx } from '@towpath/persistence';
import { Payer as Shopper } from './payer.fixture.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { Payer } from './payouts.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

let gateway: StandInGateway;
let mandates: StandInMandates;
let service: TestPaymentLink;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url, mandateUrl: mandates.url });
}, START_MS);
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
  await gateway?.stop();
});

/** Calls of a method by requests; the jobs of this process do their own work meanwhile. */
function byRequests(target: object, method: string): unknown[][] {
  const calls: unknown[][] = [];
  const methods = target as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method];
  jest.spyOn(methods, method).mockImplementation(function (this: unknown, ...args) {
    if (requestContext.current()) calls.push(args);
    return original?.apply(this, args);
  });
  return calls;
}

/** The transactions of some work, the tables that they asked, and what they wrote. */
async function seen(work: () => Promise<unknown>) {
  const asked = ['query', 'prepared'].map((method) => byRequests(Tx.prototype, method));
  const written = byRequests(Tx.prototype, 'write');
  const sent = byRequests(Tx.prototype, 'send');
  const one = byRequests(PgTransactions.prototype, 'lookForApp');
  const two = byRequests(PgTransactions.prototype, 'forAppLooking');
  const more = byRequests(PgTransactions.prototype, 'forApp');
  await work();
  const tables = asked
    .flat()
    .map(([sql]) => String(sql))
    .map((sql) => (/ FOR UPDATE/.test(sql) ? 'lock' : (/FROM (\w+)/.exec(sql)?.[1] ?? sql)));
  return {
    ofOneTrip: one.length,
    ofTwoTrips: two.length,
    ofMore: more.length,
    asked: tables.toSorted(),
    waitedFor: written.length,
    sent: sent.length,
  };
}

describe('a money command takes two round trips: what it locks, and what it writes', () => {
  it('of a card: submitted, authorized, captured; and one for the page', async () => {
    const app = await service.customerApp(['HKD']);
    const payer = await Shopper.of(app, {} as TestSandbox);
    const { body } = await payer.select();
    const card = { token: 'tok_secret', last4: '4242' };
    expect(await seen(() => payer.submitToken(body.attempt_id, card))).toEqual({
      ofOneTrip: 1,
      ofTwoTrips: 3,
      ofMore: 0,
      asked: ['lock', 'lock', 'lock', 'payment_attempts'],
      waitedFor: 0,
      sent: 3,
    });
  });

  it('of a mandate: found, written, recorded; and one for the answer', async () => {
    const payer = await Payer.of(await service.customerApp([]));
    const { app, userId, senderAccountId, recipientAccountId } = payer;
    const mandate_id = newId<Id<'Mandate'>>(new Date());
    const payment_method_id = newId<Id<'PaymentMethod'>>(new Date());
    mandates.records.set(mandate_id, {
      mandate_id,
      payment_method_id,
      status: 'SUCCEEDED',
      live: false,
      user_id: userId,
      sender_type: 'INDIVIDUAL',
      recipient_account_id: senderAccountId,
      sender_account_id: recipientAccountId,
      mandate_details: { currency: 'HKD' },
    });
    await app.send(`POST /payment_users/${userId}`, { autopay_consent: true });
    const order = { amount: 500, currency: 'HKD', payment_method_id, payment_details: {} };
    let answer: PaymentResponse | undefined;
    const charge = async () => {
      answer = (await app.send<PaymentResponse>('POST /payments', order)).body;
    };
    expect(await seen(charge)).toEqual({
      ofOneTrip: 1,
      ofTwoTrips: 3,
      ofMore: 0,
      asked: [
        'external_accounts',
        'lock',
        'payment_accounts',
        'payment_accounts',
        'payment_methods',
        'payment_users',
        'payment_users',
        'payments',
        'personal_data_keys',
        'personal_data_keys',
        'personal_data_keys',
      ],
      waitedFor: 0,
      sent: 2,
    });
    const { body: stored } = await app.send(`GET /payments/${answer?.payment_id}`);
    expect(answer).toEqual(stored);
    expect(answer?.sender_account?.account_id).toBe(recipientAccountId);
  });
});
