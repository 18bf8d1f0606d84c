import type { ListResourcesResponse, SeeResourceResponse } from '@towpath/contracts/operator';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { OperatorAt } from '@towpath/testing';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.js';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

let service: TestDisputes;
let processor: StandInProcessor;
let app: TestApp;
beforeAll(async () => {
  processor = await StandInProcessor.start();
  service = await TestDisputes.start({ sandboxUrl: processor.url });
}, START_MS);
beforeEach(async () => {
  app = await service.customerApp();
});
afterAll(async () => {
  await service?.end();
  await processor?.stop();
});

const KIND = 'dispute_difference';
const operator = () => {
  const { gateway, internalUrl } = service;
  return new OperatorAt({ service: 'dispute', gateway, internalUrl }, { role: 'operator' });
};
const compared = async () => {
  const { differences } = await service.app.get(ReconciliationService).compare(app.id);
  return differences.map(({ kind }) => kind);
};
const listed = async (statuses: string) => {
  const asked = { path: { kind: KIND }, query: { customer_app_id: app.id, statuses } };
  const { body } = await operator().ask<ListResourcesResponse>('listResources', asked);
  return body.resources;
};
const resolving = async () => {
  const [difference] = await listed('OPEN');
  const { id = '' } = difference ?? {};
  return { action: 'resolve_dispute_difference', customer_app_id: app.id, id } as const;
};

/** A dispute that was lost at the processor, which we do not know. */
async function lostThere(): Promise<{
  dispute: DisputeResponse;
  body: Record<string, unknown>;
  before: Record<string, unknown>;
}> {
  const paymentId = service.payments.add(app);
  const body = gw1Body({ app, paymentId, amount: 12_500 });
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
  const lost = { ...body, event: 'chargeback_lost', status: 'lost', position: 2 };
  processor.keep(lost);
  const [dispute] = await app.disputes();
  if (!dispute) throw new Error('the dispute did not arrive');
  return { dispute, body: lost, before: body };
}

it('a difference between disputes is seen with its dispute and payment, and resolved once', async () => {
  const { dispute } = await lostThere();
  expect(await compared()).toEqual(['STATUS']);
  const [difference] = await listed('OPEN,STATUS,DISPUTE');
  const path = { kind: KIND, customerAppId: app.id, id: difference?.id ?? '' };
  const { body: seen } = await operator().ask<SeeResourceResponse>('seeResource', { path });
  expect(seen).toMatchObject({
    status: 'OPEN',
    body: {
      ours: [{ amount: 12_500, currency: 'HKD', status: 'ACTION_REQUIRED' }],
      theirs: [{ amount: 12_500, currency: 'HKD', status: 'LOST' }],
    },
    related: [
      { kind: 'dispute', id: dispute.dispute_id },
      { kind: 'payment', id: dispute.payment_id },
    ],
  });
  const { body: shown } = await operator().preview(await resolving());
  const sides = 'ours ACTION_REQUIRED HKD 125.00, theirs LOST HKD 125.00';
  const reference = dispute.payment_processor_dispute_reference ?? '';
  expect(shown.effects[0]).toBe(`STATUS of DISPUTE ${reference} at GW1: ${sides}.`);
  expect((await operator().act(await resolving())).status).toBe(200);
  expect([await compared(), await listed('OPEN')]).toEqual([[], []]);
  expect(await listed('RESOLVED')).toMatchObject([{ id: path.id, status: 'RESOLVED' }]);
  const rows = await service.query(
    `SELECT FROM audit_entries a JOIN reconciliation_differences d ON a.resource_id = d.difference_id
     WHERE a.xmin::text = d.xmin::text AND d.customer_app_id = $1 AND resolved_by = a.subject`,
    [app.id],
  );
  expect(rows).toHaveLength(1);
});

it('a resolved difference comes back after something else happened at the processor', async () => {
  const { body } = await lostThere();
  await compared();
  await operator().act(await resolving());
  processor.keep({ ...body, position: 3 });
  expect(await compared()).toEqual(['STATUS']);
  expect(await listed('OPEN')).toHaveLength(1);
});

it('a difference is asked for again, and closed once both sides agree', async () => {
  const { body, before } = await lostThere();
  await compared();
  const action = await resolving();
  const { seen } = (await operator().preview(action)).body;
  processor.keep({ ...body, amount: 1 });
  const stale = await operator().act(action, { seen });
  expect([stale.status, stale.body.error.error_code]).toEqual([400, 'INVALID_REQUEST']);
  processor.keep(before);
  const { body: shown } = await operator().preview(action);
  expect(shown.refusal).toBe('Both sides agree by now: the next comparison closes it.');
  expect(await compared()).toEqual([]);
  expect(await listed('CLOSED')).toMatchObject([{ id: action.id }]);
});

it('a dispute that we never had stays a difference after it ended at the processor', async () => {
  const body = gw1Body({ app, paymentId: service.payments.add(app) });
  processor.keep(body);
  expect(await compared()).toEqual(['MISSING_HERE']);
  const action = await resolving();
  processor.forget(String(body['dispute_reference']));
  expect(await compared()).toEqual([]);
  expect(await listed('OPEN')).toMatchObject([{ id: action.id }]);
  const done = await operator().act(action);
  expect([done.status, await listed('OPEN')]).toEqual([200, []]);
});
