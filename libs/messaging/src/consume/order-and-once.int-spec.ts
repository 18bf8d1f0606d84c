/** @proves promise-1, promise-2 */
import { jest } from '@jest/globals';
import { DatabaseUnavailable, PgTransactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { ParcelStage, type ParcelHandler } from '../specimen/parcel-stage.fixture.js';
import { addExtra, HasEffect, TOGETHER } from './handler-options.js';
import { PATTERN_EXTRAS_METADATA } from '@nestjs/microservices/constants.js';

let stage: ParcelStage;
beforeEach(async () => {
  stage = await ParcelStage.open();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await stage.close();
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('a consumer handles the events of each aggregate in their order, each once', async () => {
  const parcels = range(20).map((n) => `parcel-${n}`);
  for (const step of range(15)) {
    await stage.publish(...parcels.map((parcel) => stage.message(parcel, step)));
  }
  stage.consumer(stage.record).start();
  for (const parcel of parcels) {
    await eventually(async () => (await stage.effects(parcel)).length >= 15, {
      deadlineMs: 30_000,
    });
    expect(await stage.effects(parcel)).toEqual(range(15));
  }
}, 60_000);

it('a consumer applies an event once that Kafka delivers twice', async () => {
  const twice = stage.message('p', 1);
  await stage.publish(twice, twice, stage.message('p', 2));
  await stage.publish(twice);
  await stage.publish(stage.message('p', 3));
  stage.consumer(stage.record).start();
  await eventually(async () => (await stage.effects('p')).includes(3), { deadlineMs: 20_000 });
  expect(await stage.effects('p')).toEqual([1, 2, 3]);
}, 40_000);

/** How handlers are declared: by itself, with a position that counts, and for several at a time. */
const KINDS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['one event', {}],
  ['one event whose position counts', countingExtras()],
  ['several events', { [TOGETHER]: Symbol('handler') }],
];

function countingExtras(): Record<string, unknown> {
  const method = (): void => undefined;
  addExtra(method, {});
  HasEffect()({}, 'method', { value: method });
  return Reflect.getMetadata(PATTERN_EXTRAS_METADATA, method) as Record<string, unknown>;
}

/** The handler of one event, as it is called for the kind. */
const calledAs = (extras: Record<string, unknown>, handler: ParcelHandler): ParcelHandler => {
  if (!(TOGETHER in extras)) return handler;
  const several = async (payloads: readonly never[], contexts: readonly never[]) => {
    for (const [index, payload] of payloads.entries()) {
      await handler(payload, contexts[index] as never);
    }
  };
  return several as never;
};

describe.each(KINDS)('the inbox row of a handler of %s', (_kind, extras) => {
  it('is written in one transaction with the effect', async () => {
    const begun = jest.spyOn(PgTransactions.prototype, 'forApp');
    await stage.publish(stage.message('p', 1));
    stage.consumer(calledAs(extras, stage.record), extras).start();
    await eventually(async () => (await stage.effects('p')).length === 1, { deadlineMs: 30_000 });
    expect(begun).toHaveBeenCalledTimes(1);
  }, 60_000);

  it('is rolled back with an effect that fails, and the event has its effect once', async () => {
    let left = 2;
    const handler: ParcelHandler = async (payload, context) => {
      await stage.record(payload, context);
      left -= 1;
      if (left >= 0) throw new DatabaseUnavailable('for a moment');
    };
    await stage.publish(stage.message('p', 1), stage.message('p', 2));
    stage.consumer(calledAs(extras, handler), extras, { retryFirstMs: 1 }).start();
    await eventually(async () => (await stage.effects('p')).length >= 2, { deadlineMs: 30_000 });
    expect(await stage.effects('p')).toEqual([1, 2]);
    expect(left).toBeLessThan(0);
  }, 60_000);
});
