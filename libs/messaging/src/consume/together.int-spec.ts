import { eventually } from '@towpath/testing';
import { ParcelStage, type ParcelContext } from '../specimen/parcel-stage.fixture.js';
import type { ParcelPayload } from '../specimen/parcel.events.js';
import { TOGETHER } from './handler-options.js';

let stage: ParcelStage;
let calls: number[];
beforeEach(async () => {
  stage = await ParcelStage.open();
  calls = [];
});
afterEach(() => stage.close());

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Starts a member whose handler takes lists, as `@OnEvents` declares one. */
function startTogether(before: (payload: ParcelPayload) => void = () => undefined): void {
  const handler = async (payloads: ParcelPayload[], contexts: ParcelContext[]) => {
    calls.push(payloads.length);
    for (const [index, payload] of payloads.entries()) {
      before(payload);
      await stage.record(payload, contexts[index] as ParcelContext);
    }
  };
  stage.consumer(handler as never, { [TOGETHER]: Symbol('handler') }).start();
}

const handled = (parcel: string, steps: readonly number[]) =>
  eventually(async () => (await stage.effects(parcel)).length >= steps.length, {
    deadlineMs: 30_000,
  }).then(async () => expect(await stage.effects(parcel)).toEqual(steps));

describe('a handler of several events in one transaction', () => {
  it('gets the events in order, many in one transaction, each once', async () => {
    const parcels = range(10).map((n) => `parcel-${n}`);
    for (const step of range(20)) {
      await stage.publish(...parcels.map((parcel) => stage.message(parcel, step)));
    }
    startTogether();
    for (const parcel of parcels) await handled(parcel, range(20));
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(calls.length).toBeLessThan(100);
  }, 60_000);

  it('gets an event once that Kafka delivers twice, also twice in a row', async () => {
    const twice = stage.message('p', 1);
    await stage.publish(twice, twice, stage.message('p', 2), twice);
    startTogether();
    await handled('p', [1, 2]);
    await stage.publish(twice, stage.message('p', 3));
    await handled('p', [1, 2, 3]);
  }, 60_000);

  it('fails for one event, and only that event is parked', async () => {
    await stage.publish(...range(5).map((step) => stage.message('good', step)));
    await stage.publish(stage.message('bad', 1));
    await stage.publish(...range(5).map((step) => stage.message('good', step + 5)));
    startTogether(({ parcel_id }) => {
      if (parcel_id === 'bad') throw new TypeError('x is undefined');
    });
    await handled('good', range(10));
    await eventually(async () => (await stage.parked.count()) === 1, { deadlineMs: 30_000 });
    expect(await stage.effects('bad')).toEqual([]);
  }, 90_000);
});
