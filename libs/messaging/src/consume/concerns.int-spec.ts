import { eventually } from '@towpath/testing';
import { ParcelStage, type ParcelHandler } from '../specimen/parcel-stage.fixture.js';
import type { ParcelPayload } from '../specimen/parcel.events.js';
import { addExtra, Concerns, HasEffect } from './handler-options.js';
import { PATTERN_EXTRAS_METADATA } from '@nestjs/microservices/constants.js';
import { byValues } from '@towpath/persistence';

let stage: ParcelStage;
beforeEach(async () => {
  stage = await ParcelStage.open();
});
afterEach(() => stage.close());

/** What the decorators write on a method. */
function extrasOf(...decorators: MethodDecorator[]): Record<string, unknown> {
  const method = (): void => undefined;
  addExtra(method, {});
  for (const decorate of decorators) decorate({}, 'method', { value: method });
  return Reflect.getMetadata(PATTERN_EXTRAS_METADATA, method) as Record<string, unknown>;
}

const odd = Concerns<ParcelPayload>(({ step }) => step % 2 === 1);

async function received(): Promise<number> {
  const [row] = await stage.transactions.asWorker((tx) =>
    tx.query<{ n: number }>(byValues('SELECT count(*) AS n FROM inbox')),
  );
  return row?.n ?? 0;
}

function start(...decorators: MethodDecorator[]): string[] {
  const seen: string[] = [];
  const handler: ParcelHandler = (payload, context) => {
    seen.push(`${payload.parcel_id} ${payload.step}`);
    return stage.record(payload, context);
  };
  stage.consumer(handler, extrasOf(...decorators)).start();
  return seen;
}

describe('an event that no handler needs', () => {
  it('is skipped, and leaves no row', async () => {
    await stage.publish(...[1, 2, 3, 4, 5].map((step) => stage.message('p', step)));
    const seen = start(odd);
    await eventually(async () => (await stage.effects('p')).length >= 3, { deadlineMs: 30_000 });
    expect(seen).toEqual(['p 1', 'p 3', 'p 5']);
    expect(await received()).toBe(3);
  }, 60_000);

  it('still counts in the sequence of a handler that requires every event', async () => {
    await stage.publish(...[1, 2, 3].map((step) => stage.message('p', step)));
    start(odd, HasEffect());
    await eventually(async () => (await stage.effects('p')).length >= 2, { deadlineMs: 30_000 });
    expect(await stage.effects('p')).toEqual([1, 3]);
    expect(await received()).toBe(3);
    expect(await stage.parked.count()).toBe(0);
  }, 60_000);

  it('is parked all the same when it cannot be read', async () => {
    await stage.publish(stage.message('p', 2, { value: '{' }));
    start(odd);
    await eventually(async () => (await stage.parked.count()) === 1, { deadlineMs: 30_000 });
  }, 60_000);
});
