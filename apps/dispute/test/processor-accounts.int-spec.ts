/** @proves promise-12, receiveProcessorNotificationOfAccount */
import { jest } from '@jest/globals';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { eventually } from '@towpath/testing';
import { ProcessorRegistry } from '../src/processors/processor-registry.js';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import {
  LISTING_ANSWER,
  LISTING_SECRET,
  ListingProcessor,
  type Notice,
} from './listing-processor.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';

let service: TestDisputes;
let processor: ListingProcessor;
let app: TestApp;
beforeAll(async () => {
  service = await TestDisputes.start();
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  processor = new ListingProcessor();
  const registry = service.app.get(ProcessorRegistry);
  const sandbox = registry.named('GW1');
  jest.spyOn(registry, 'named').mockReturnValue([...sandbox, processor]);
  const find = registry.find.bind(registry);
  jest
    .spyOn(registry, 'find')
    .mockImplementation((place) => (place.connector === 'listing' ? processor : find(place)));
  app = await service.customerApp();
});
afterEach(() => jest.restoreAllMocks());

let count = 0;

function noticeOf(members: Partial<Notice>): Notice {
  count += 1;
  const names = { eventId: `evt_${process.pid}_${count}`, processorReference: `dp_${count}` };
  return { ...names, customerAppId: null, gatewayReference: null, ...members };
}

function newPayment(of = app, connector = 'listing') {
  const paymentId = service.payments.add(of, { connector });
  const gatewayReference = `pi_${paymentId}`;
  service.payments.nameAtGateway(gatewayReference, paymentId);
  return { paymentId, gatewayReference };
}

async function notify(items: readonly Notice[], path = 'gw1') {
  const headers = { 'x-secret': LISTING_SECRET };
  return service.notifyForText(path, { body: JSON.stringify({ items }), headers });
}

describe('one body of a processor', () => {
  it('opens each dispute that it names, and gets the answer that the processor demands', async () => {
    const named = [newPayment(), newPayment()].map(({ paymentId }) =>
      noticeOf({ customerAppId: app.id, paymentId }),
    );
    const answers = await Promise.all([notify(named), notify(named), notify([...named].reverse())]);
    for (const answer of answers) expect(answer).toEqual({ status: 200, text: LISTING_ANSWER });
    await app.retry();
    expect(await app.disputes()).toHaveLength(2);
    const events = ['dispute.chargeback_received', 'dispute.chargeback_received'];
    expect(await app.events()).toEqual(events);
  });

  it('that fails in part keeps the rest, and is refused so that all come again', async () => {
    const { paymentId } = newPayment();
    const bad = noticeOf({ eventId: 'no event ID', customerAppId: app.id, paymentId });
    const answer = await notify([bad, noticeOf({ customerAppId: app.id, paymentId })]);
    expect(answer.status).toBe(400);
    expect(await app.disputes()).toHaveLength(1);
  });
});

describe('a notification that names a payment by the ID of the processor', () => {
  it('is of the app that owns the payment', async () => {
    const { paymentId, gatewayReference } = newPayment();
    expect((await notify([noticeOf({ gatewayReference })])).status).toBe(200);
    expect((await app.disputes()).map((each) => each.payment_id)).toEqual([paymentId]);
  });

  it('is dropped when the payment is not ours', async () => {
    const { status } = await notify([noticeOf({ gatewayReference: 'pi_of_a_stranger' })]);
    expect(status).toBe(200);
    const rows = await service.query(`SELECT 1 FROM processor_notifications
      WHERE connector = 'listing' AND customer_app_id = '${app.id}'`);
    expect(rows).toEqual([]);
  });

  it('of one app never reaches the payment of another app', async () => {
    const other = await service.customerApp();
    const { gatewayReference } = newPayment(other);
    expect((await notify([noticeOf({ customerAppId: app.id, gatewayReference })])).status).toBe(
      200,
    );
    expect([await app.disputes(), await other.disputes()]).toEqual([[], []]);
    expect([await app.notifications(), await other.notifications()]).toEqual([[], []]);
  });

  it('is of the account of that payment, and is dropped when it names another one', async () => {
    const paymentId = service.payments.add(app, {
      connector: 'listing',
      gateway_account: 'acct_berlin',
    });
    const gatewayReference = `pi_${paymentId}`;
    service.payments.nameAtGateway(gatewayReference, paymentId);
    const warn = jest.spyOn(service.app.get<Logger>(LOGGER), 'warn');
    const inAccount = (gatewayAccount: string) => noticeOf({ gatewayReference, gatewayAccount });
    const stranger = inAccount('acct_paris');
    expect((await notify([stranger])).status).toBe(200);
    expect(await app.notifications()).toEqual([]);
    expect(warn.mock.calls).toEqual([
      [
        { integrationId: 'GW1', connector: 'listing', eventId: stranger.eventId },
        'a notification names another account than that of its payment',
      ],
    ]);
    await notify([inAccount('acct_berlin')]);
    const rows = await service.query(
      'SELECT gateway_account FROM disputes WHERE customer_app_id = $1',
      [app.id],
    );
    expect(rows).toEqual([{ gateway_account: 'acct_berlin' }]);
  });
});

describe('processors of one name', () => {
  it('each read what their own secret signed, wherever they stand in the list', async () => {
    const ofSandbox = service.payments.add(app);
    const { status } = await service.notify(
      'gw1',
      signed('gw1', gw1Body({ app, paymentId: ofSandbox })),
    );
    const { gatewayReference } = newPayment();
    await notify([noticeOf({ gatewayReference })], 'gw1/acct-1');
    const rows = await service.query<{ connector: string }>(
      `SELECT connector FROM disputes WHERE customer_app_id = '${app.id}' ORDER BY 1`,
    );
    expect([status, rows.map(({ connector }) => connector)]).toEqual([200, ['listing', 'sandbox']]);
  });

  it.each([
    ['an endpoint of nobody', 'gw1/nobody'],
    ['the name of nobody', 'gw9/acct-1'],
  ])('refuse %s', async (_name, path) => {
    if (path.startsWith('gw9')) jest.restoreAllMocks();
    expect((await notify([], path)).status).toBe(401);
  });

  it('never open the dispute of a payment that another one took', async () => {
    const { paymentId } = newPayment(app, 'sandbox');
    await notify([noticeOf({ customerAppId: app.id, paymentId })]);
    expect((await app.notifications()).map((each) => each.waits_for)).toEqual([
      'PAYMENT_NOT_FOUND',
    ]);
  });

  it('get the answers to their own disputes', async () => {
    const { gatewayReference } = newPayment();
    const notification = noticeOf({ gatewayReference });
    await notify([notification]);
    const [dispute] = await app.disputes();
    const { body } = await app.post<{ dispute_status: string }>(
      `/disputes/${dispute?.dispute_id}/accept`,
    );
    expect(body.dispute_status).toBe('ACCEPTED');
    expect(processor.accepted).toEqual([notification.processorReference]);
  });
});

describe('a start', () => {
  it('is refused without the connector that open disputes name, with their number', async () => {
    const { paymentId } = newPayment();
    await notify([noticeOf({ customerAppId: app.id, paymentId })]);
    await notify([noticeOf({ customerAppId: app.id, paymentId: newPayment().paymentId })]);
    const all = `SELECT 1 FROM disputes WHERE connector = 'listing'
      AND status IN ('ACTION_REQUIRED', 'UNDEFENDED', 'PROCESSING')`;
    const open = (await service.query(all)).length;
    expect(open).toBeGreaterThan(1);
    await expect(service.startReplica()).rejects.toThrow(
      `not there: ${open} disputes at GW1 by listing of TEST apps`,
    );
    await service.query(`UPDATE disputes SET status = 'LOST' WHERE connector = 'listing'`);
    await service.startReplica();
  });
});

// the last one: afterwards payment-link counts as away for a while
describe('a notification during an outage', () => {
  it('must be sent again while no service says whose it is', async () => {
    const { gatewayReference } = newPayment();
    const known = newPayment();
    const both = [
      noticeOf({ gatewayReference }),
      noticeOf({ customerAppId: app.id, paymentId: known.paymentId }),
    ];
    service.payments.away = true;
    const { status } = await notify(both);
    service.payments.away = false;
    expect(status).toBe(503);
    expect((await app.notifications()).map((each) => each.event_id)).toEqual([both[1]?.eventId]);
    // calls to a service that was away begin again after a while
    await eventually(async () => (await notify(both)).status === 200);
    await app.retry();
    expect(await app.disputes()).toHaveLength(2);
  });
});
