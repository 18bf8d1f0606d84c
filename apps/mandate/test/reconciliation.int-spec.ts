import { jest } from '@jest/globals';
import { newId, type PaymentId } from '@towpath/kernel';
import {
  runGatewayCli,
  StartError,
  startSystem,
  temporaryFolder,
  type System,
} from '@towpath/local-system';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  charge,
  chargeable,
  readPayment,
  traces,
  type ChargeableMandate,
} from './direct-debit-payer.fixture.js';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Takes every call of the bank and tells nobody: what it says is lost. */
const deaf = createServer((_request, response) => response.writeHead(200).end());

const folder = temporaryFolder();
let system: System;
let shop: DirectDebitShop;
beforeAll(async () => {
  deaf.listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as AddressInfo;
  const settings = { BANK_CALLBACK_URL: `http://127.0.0.1:${port}` };
  system = await startSystem({ dataDir: folder, durable: false, settings });
});
afterAll(async () => {
  await system?.stop();
  deaf.closeAllConnections();
  deaf.close();
  rmSync(folder, { recursive: true, force: true });
});
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  shop = await DirectDebitShop.open(system);
  await shop.advance(1);
});

interface Difference {
  readonly kind: string;
  readonly side: string;
  readonly payment_id: string;
  readonly integration_id: string;
  readonly ours: readonly { readonly amount: number }[];
  readonly theirs: readonly { readonly amount: number }[];
}

const forShop = () => ['--customer-app', shop.merchant.customerAppId];

/** As an operator asks for them. With the bank; mandate itself is a place of its own. */
async function differences(): Promise<readonly Difference[]> {
  const args = ['reconciliation', 'list', ...forShop()];
  const listed = (await runGatewayCli(system, args)) as { differences: readonly Difference[] };
  return listed.differences.filter(({ integration_id: place }) => place === 'GW3');
}
const brief = async () =>
  (await differences()).map(({ side, kind, payment_id: id }) => `${side} ${kind} ${id}`);

/** Without any call of the bank: the schedule of questions finds what it did. */
async function paid(ending: string): Promise<{ mandate: ChargeableMandate; paymentId: string }> {
  const mandate = await chargeable(shop, ending);
  await shop.advance(10);
  const { status, body } = await charge(shop, mandate);
  expect([status, body.status]).toEqual([200, 'SUBMITTED']);
  await shop.advance(10);
  expect((await readPayment(shop, body.payment_id)).status).toBe('EXECUTED');
  return { mandate, paymentId: body.payment_id };
}

/** Past the next closed hour, when the bank's list is read. */
const closeHour = () => shop.advance(2 * HOUR);

const atBank = (path: string, init: RequestInit = {}) =>
  fetch(`${system.service('sandbox').url}/gw3/${path}`, {
    ...init,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${system.layout.sandboxGatewaySecret}`,
    },
  });

/** What the bank booked of a charge: credited to the merchant, debited again. */
async function statementOf(paymentId: string): Promise<string[]> {
  const query = new URLSearchParams({
    customer_app_id: shop.merchant.customerAppId,
    booked_from: new Date(0).toISOString(),
    booked_to: '2100-01-01T00:00:00.000Z',
  });
  const { lines } = (await (await atBank(`statement?${query.toString()}`)).json()) as {
    lines: readonly { collection_reference: string; booking: string; booked: { minor: number } }[];
  };
  return lines
    .filter((line) => line.collection_reference === paymentId)
    .map(({ booking, booked }) => `${booking} ${booked.minor}`);
}

async function collectAtTheBank(mandateId: string, paymentId: string): Promise<void> {
  const answer = await atBank('collections', {
    method: 'POST',
    body: JSON.stringify({
      collection_reference: paymentId,
      mandate_reference: mandateId,
      customer_app_id: shop.merchant.customerAppId,
      payment_id: paymentId,
      instructed: { minor: 700, currency: 'HKD' },
      notify_url: 'http://127.0.0.1:9/',
    }),
  });
  expect(answer.status).toBe(200);
}

const bookedAs = (paymentId: string, amount: number) =>
  queryMandates(system, 'UPDATE direct_debits SET amount = $2 WHERE payment_id = $1', [
    paymentId,
    amount,
  ]);

describe('the books of the direct debit bank', () => {
  it('agree with ours: nothing is listed', async () => {
    await paid('8901');
    await closeHour();
    expect(await brief()).toEqual([]);
    const [row] = await queryMandates<{ lines: string }>(
      system,
      'SELECT count(*) AS lines FROM settled_entries WHERE customer_app_id = $1',
      [shop.merchant.customerAppId],
    );
    expect(Number(row?.lines)).toBe(1);
  });

  it('tell of a return whose call was lost: the payment and the ledger follow the bank', async () => {
    const { paymentId } = await paid('0006');
    await shop.advance(2 * DAY);
    await closeHour();
    expect(await readPayment(shop, paymentId)).toMatchObject({
      status: 'EXECUTED',
      amount_returned: 500,
      return_reason: 'The payer had the bank return the money.',
    });
    const { events, transfers } = await traces(shop, paymentId);
    expect(events.filter((name) => name === 'payment.returned')).toHaveLength(1);
    expect(transfers).toEqual([
      'PAYMENT 500 clearing -> settlement',
      'RETURN 500 settlement -> clearing',
    ]);
    expect(await brief()).toEqual([]);
    await closeHour();
    expect((await traces(shop, paymentId)).events).toEqual(events);
  });

  it('list a charge that we never made, and nothing is made up for it', async () => {
    const { mandate } = await paid('8902');
    const paymentId = newId<PaymentId>(new Date());
    await collectAtTheBank(mandate.mandateId, paymentId);
    await shop.advance(1);
    await closeHour();
    expect(await differences()).toMatchObject([
      {
        side: 'CHARGE',
        kind: 'MISSING_HERE',
        payment_id: paymentId,
        integration_id: 'GW3',
        ours: [],
        theirs: [{ amount: 700 }],
      },
    ]);
    const found = await queryMandates(system, 'SELECT FROM direct_debits WHERE payment_id = $1', [
      paymentId,
    ]);
    expect(found).toEqual([]);
    // told once, however often the hour is read again
    await closeHour();
    expect(await differences()).toHaveLength(1);
  });

  it('tell after a restore of a charge that we never made: the bank sends it back, once', async () => {
    const { mandate } = await paid('8904');
    const since = new Date().toISOString();
    const paymentId = newId<PaymentId>(new Date());
    await collectAtTheBank(mandate.mandateId, paymentId);
    await shop.advance(1);
    const resolve = (...options: string[]) =>
      runGatewayCli(system, ['restore', 'resolve', '--since', since, ...forShop(), ...options]);
    await expect(resolve()).rejects.toBeInstanceOf(StartError);
    const unknown = { reference: paymentId, amount: 700, given_back: 'REFUNDED' };
    expect(await resolve('--give-back')).toMatchObject({ unasked: 0, unknown: [unknown] });
    expect(await resolve('--give-back')).toMatchObject({ unknown: [] });
    expect(await statementOf(paymentId)).toEqual(['CRDT 700', 'DBIT 700']);
    expect(await brief()).toEqual([]);
  });

  it('list another amount, until both agree', async () => {
    const { paymentId } = await paid('8903');
    await bookedAs(paymentId, 5_000);
    await closeHour();
    expect(await brief()).toEqual([`CHARGE AMOUNT ${paymentId}`]);
    const [difference] = await differences();
    expect([difference?.ours, difference?.theirs]).toMatchObject([
      [{ amount: 5_000 }],
      [{ amount: 500 }],
    ]);
    await bookedAs(paymentId, 500);
    await closeHour();
    expect(await brief()).toEqual([]);
  });
});
