import { jest } from '@jest/globals';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { newId, type Id } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import { PgTransactions, Tx, type AppTxOptions, type PlannedStatement } from '@towpath/persistence';
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

/** The transactions of some work, the tables that they asked, and how often they wrote. */
async function seen(work: () => Promise<unknown>) {
  const asked = byRequests(Tx.prototype, 'query');
  const written = byRequests(Tx.prototype, 'write');
  const begun = byRequests(PgTransactions.prototype, 'forApp');
  await work();
  const tables = asked
    .map(([statement]) => (statement as PlannedStatement).sql)
    .map((sql) => (/ FOR UPDATE/.test(sql) ? 'lock' : (/FROM "?(\w+)/.exec(sql)?.[1] ?? sql)));
  const reading = begun.filter(([, , options]) => (options as AppTxOptions | undefined)?.readOnly);
  return {
    transactions: begun.length,
    thatOnlyRead: reading.length,
    asked: tables.toSorted(),
    written: written.length,
  };
}

/** The second statement also reads payment, card and refund. */
const LOCKED_ATTEMPT = ['lock', 'payment_attempts'];

describe('a money command locks and reads in one packet, and writes in another', () => {
  it('of a card: submitted, authorized, captured; and one for the page', async () => {
    const app = await service.customerApp(['HKD']);
    const payer = await Shopper.of(app, {} as TestSandbox);
    const { body } = await payer.select();
    const card = { token: 'tok_secret', last4: '4242' };
    const locked = [LOCKED_ATTEMPT, LOCKED_ATTEMPT, LOCKED_ATTEMPT].flat();
    expect(await seen(() => payer.submitToken(body.attempt_id, card))).toEqual({
      transactions: 4,
      thatOnlyRead: 1,
      asked: [...locked, 'payment_attempts'].toSorted(),
      written: 3,
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
      transactions: 4,
      thatOnlyRead: 1,
      asked: [
        'external_accounts',
        'lock',
        'payment_accounts',
        'payment_methods',
        'payment_users',
        'payment_users',
        'payments',
        'personal_data_keys',
        'personal_data_keys',
      ],
      written: 2,
    });
    const { body: stored } = await app.send(`GET /payments/${answer?.payment_id}`);
    expect(answer).toEqual(stored);
    expect(answer?.sender_account?.account_id).toBe(recipientAccountId);
  });
});
