import { newId, type CustomerAppId, type WebhookEndpointId } from '@towpath/kernel';
import type { DueEndpoint } from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import type { ClaimedDelivery } from '../sending/delivery.js';
import { Lanes } from './lanes.js';

const AT = new Date('2026-03-01T00:00:00.000Z');
const endpoint = (change: Partial<DueEndpoint> = {}): DueEndpoint => ({
  customerAppId: newId<CustomerAppId>(AT),
  endpointId: newId<WebhookEndpointId>(AT),
  appType: 'TEST',
  ...change,
});
const delivery = ({ endpointId }: DueEndpoint) => ({ endpointId }) as ClaimedDelivery;
const round = (claimed: number, change: object = {}) => ({
  claimed,
  drained: false,
  left: true,
  waitMs: 0,
  ...change,
});

/** A round of claims over the endpoint. */
function claim(lanes: Lanes, { endpointId }: DueEndpoint, found: object, during = () => {}): void {
  const asked = [...lanes.shares(0).keys()];
  during();
  lanes.claimed(asked, new Map([[endpointId, round(0, found)]]), 0);
}

/** Lets the endpoint answer, so that it is known to be prompt or slow. */
function answer(lanes: Lanes, due: DueEndpoint, durationMs: number): void {
  lanes.ready([due]);
  const slot = lanes.take(delivery(due));
  lanes.answered(slot, { succeeded: true, durationMs });
  lanes.release(slot);
}

describe('the lanes of endpoints', () => {
  it('offer a new endpoint a few slots', () => {
    const lanes = new Lanes(100);
    const due = endpoint();
    lanes.ready([due]);
    expect([...lanes.shares(0)]).toEqual([[due.endpointId, 4]]);
  });

  it('offer nothing beyond the window while deliveries are under way', () => {
    const lanes = new Lanes(100);
    const due = endpoint();
    lanes.ready([due]);
    const slots = [1, 2, 3, 4].map(() => lanes.take(delivery(due)));
    expect(lanes.shares(0).size).toBe(0);
    expect(lanes.inFlight).toBe(4);
    slots.slice(0, 1).forEach((slot) => lanes.release(slot));
    expect([...lanes.shares(0).values()]).toEqual([1]);
  });

  it('skip a drained endpoint until it is due again or a delivery ends', () => {
    const lanes = new Lanes(100);
    const due = endpoint();
    lanes.ready([due]);
    claim(lanes, due, { drained: true });
    expect(lanes.shares(0).size).toBe(0);
    lanes.ready([due]);
    expect(lanes.shares(0).size).toBe(1);
  });

  it('offer a freed slot only when deliveries are left', () => {
    const lanes = new Lanes(100);
    const due = endpoint();
    lanes.ready([due]);
    const slots = [1, 2].map(() => lanes.take(delivery(due)));
    claim(lanes, due, { drained: true, left: true });
    slots.slice(0, 1).forEach((slot) => lanes.release(slot));
    expect(lanes.shares(0).size).toBe(1);
    claim(lanes, due, { drained: true, left: false });
    slots.slice(1).forEach((slot) => lanes.release(slot));
    expect(lanes.shares(0).size).toBe(0);
  });

  it('remember an endpoint that became due during a claim', () => {
    const lanes = new Lanes(100);
    const due = endpoint();
    lanes.ready([due]);
    claim(lanes, due, { drained: true, left: false }, () => lanes.ready([due]));
    expect(lanes.shares(0).size).toBe(1);
  });

  it('wait for a rate limit, and report how long', () => {
    const lanes = new Lanes(100);
    const due = endpoint();
    lanes.ready([due]);
    lanes.claimed([due.endpointId], new Map([[due.endpointId, round(1, { waitMs: 40 })]]), 1_000);
    expect(lanes.shares(1_039).size).toBe(0);
    expect(lanes.nextWait(1_010)).toBe(30);
    expect(lanes.shares(1_040).size).toBe(1);
    expect(lanes.nextWait(1_040)).toBeUndefined();
  });

  it('keep slots free for prompt endpoints, however many slow ones there are', () => {
    const lanes = new Lanes(40);
    const slow = Array.from({ length: 50 }, () => endpoint());
    lanes.ready(slow);
    const shares = lanes.shares(0);
    expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(10);
    for (const due of slow.slice(0, 10)) lanes.take(delivery(due));
    expect(lanes.shares(0).size).toBe(0);
    const healthy = endpoint();
    const other = new Lanes(40);
    answer(other, healthy, 20);
    answer(lanes, healthy, 20);
    expect(lanes.shares(0).get(healthy.endpointId)).toBe(other.shares(0).get(healthy.endpointId));
  });

  it('prefer live apps when there are not enough slots for all', () => {
    const lanes = new Lanes(13);
    const [test, live] = [endpoint(), endpoint({ appType: 'LIVE' })];
    for (const due of [test, live]) {
      for (let n = 0; n < 20; n += 1) answer(lanes, due, 20);
    }
    const shares = lanes.shares(0);
    expect([shares.get(live.endpointId), shares.get(test.endpointId)]).toEqual([8, 2]);
  });

  it('begin the next round with another endpoint', () => {
    const lanes = new Lanes(4);
    const [first, second] = [endpoint(), endpoint()];
    lanes.ready([first, second]);
    expect([...lanes.shares(0).keys()]).toEqual([first.endpointId]);
    lanes.claimed([first.endpointId], new Map([[first.endpointId, round(1)]]), 0);
    expect([...lanes.shares(0).keys()]).toEqual([second.endpointId]);
  });
});
