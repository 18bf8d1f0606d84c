import { DomainError, newId, type CustomerAppId } from '@towpath/kernel';
import type { WorkerTx } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { ParcelStage, type ParcelHandler } from '../specimen/parcel-stage.fixture.js';
import { AsWorker, CopiesState, HasEffect } from './handler-options.js';
import { PATTERN_EXTRAS_METADATA } from '@nestjs/microservices/constants.js';

let stage: ParcelStage;
beforeEach(async () => {
  stage = await ParcelStage.open();
});
afterEach(() => stage.close());

/** What a decorator hands to Nest, and Nest to the strategy. */
function extrasOf(...decorators: MethodDecorator[]): Record<string, unknown> {
  const handler = () => undefined;
  for (const decorate of decorators) decorate({}, 'handler', { value: handler });
  return Reflect.getMetadata(PATTERN_EXTRAS_METADATA, handler) as Record<string, unknown>;
}

const handled = (parcel: string, steps: readonly number[]) =>
  eventually(async () => String(await stage.effects(parcel)) === String(steps), {
    deadlineMs: 20_000,
    describe: async () => `${parcel} at ${steps}, it is at ${await stage.effects(parcel)}`,
  });
const waiting = async () =>
  (await stage.parked.list()).map(({ headers, reason }) => [Number(headers['sequence']), reason]);

/** Sequence `step`, of the kind that nobody here handles. */
const unhandled = (parcel: string, step: number) => {
  const { name } = stage.events.lost;
  const headers = { ce_type: name, ce_dataschema: `urn:towpath:event:${name}:v1` };
  return stage.message(parcel, step, { headers });
};

describe('a handler that copies a state', () => {
  it('does not get an event older than one it has handled', async () => {
    stage.consumer(stage.record, extrasOf(CopiesState())).start();
    await stage.publish(stage.message('p', 5), stage.message('p', 3), stage.message('p', 9));
    await handled('p', [5, 9]);
    expect(await waiting()).toEqual([]);
  }, 40_000);

  it('continues past an event that was set aside, whose next try finds it out of date', async () => {
    let tries = 0;
    const handler: ParcelHandler = async (payload, context) => {
      if (context.sequence === 2) {
        tries += 1;
        throw new DomainError('INVALID_REQUEST', 'not now');
      }
      await stage.record(payload, context);
    };
    stage.consumer(handler, extrasOf(CopiesState()), { retryFirstMs: 300 }).start();
    await stage.publish(stage.message('p', 1), stage.message('p', 2), stage.message('p', 3));
    await handled('p', [1, 3]);
    await eventually(async () => (await stage.parked.count()) === 0, { deadlineMs: 20_000 });
    expect(await stage.effects('p')).toEqual([1, 3]);
    expect(tries).toBe(2);
  }, 40_000);
});

describe('a message behind a parked one that it may overtake', () => {
  it('is tried in its place, because it would wait for the replay of the parked one', async () => {
    let left = 3;
    const handler: ParcelHandler = async (payload, context) => {
      if (context.sequence === 1) throw new DomainError('INVALID_REQUEST', 'never');
      if ((left -= 1) >= 0) throw new DomainError('INVALID_REQUEST', 'not yet');
      await stage.record(payload, context);
    };
    stage.consumer(handler, extrasOf(CopiesState())).start();
    await stage.publish(stage.message('p', 1));
    await eventually(async () => (await stage.parked.count(undefined, { resting: true })) === 1, {
      deadlineMs: 20_000,
    });
    await stage.publish(stage.message('p', 2));
    await handled('p', [2]);
    expect(await waiting()).toEqual([[1, 'REFUSED']]);
  }, 40_000);
});

describe('a handler without a policy', () => {
  it('gets every event', async () => {
    stage.consumer(stage.record).start();
    await stage.publish(stage.message('p', 5), stage.message('p', 3), stage.message('p', 9));
    await handled('p', [5, 3, 9]);
  }, 40_000);
});

describe('a handler whose effects add up', () => {
  it('stops at a gap until an operator requests a replay', async () => {
    stage.consumer(stage.record, extrasOf(HasEffect())).start();
    await stage.publish(stage.message('p', 1), stage.message('p', 3), stage.message('p', 4));
    await stage.publish(stage.message('other', 1));
    await handled('other', [1]);
    await eventually(async () => (await waiting()).length === 2);
    expect(await waiting()).toEqual([
      [3, 'GAP'],
      [4, 'FOLLOWER'],
    ]);
    await stage.parked.requestReplay('all');
    await handled('p', [1, 3, 4]);
  }, 40_000);

  it('counts the events that it does not handle', async () => {
    stage.consumer(stage.record, extrasOf(HasEffect())).start();
    await stage.publish(stage.message('p', 1), unhandled('p', 2), stage.message('p', 3));
    await handled('p', [1, 3]);
    expect(await waiting()).toEqual([]);
  }, 40_000);

  it('notices a gap behind an event that it does not handle', async () => {
    stage.consumer(stage.record, extrasOf(HasEffect())).start();
    await stage.publish(stage.message('p', 1), unhandled('p', 3), stage.message('p', 4));
    await eventually(async () => (await waiting()).length === 2, { deadlineMs: 20_000 });
    expect(await stage.effects('p')).toEqual([1]);
  }, 40_000);

  it('finds no gap after a discarded message', async () => {
    const failing: ParcelHandler = async (payload, context) => {
      await stage.record(payload, context);
      if (payload.step === 2) throw new Error('never');
    };
    stage.consumer(failing, extrasOf(HasEffect())).start();
    await stage.publish(stage.message('p', 1), stage.message('p', 2), stage.message('p', 3));
    await eventually(async () => (await waiting()).length === 2, { deadlineMs: 20_000 });
    const [head] = await stage.parked.list();
    await stage.parked.discard(head?.id as never, { reason: 'agreed' });
    await stage.parked.requestReplay('all');
    await handled('p', [1, 3]);
  }, 40_000);
});

describe('a handler of the worker role', () => {
  it('gets events of an app that is not known yet', async () => {
    const app = newId<CustomerAppId>(new Date());
    const kinds: unknown[] = [];
    const handler: ParcelHandler = async (payload, context) => {
      kinds.push((context.tx as WorkerTx).kind);
      await stage.record(payload, context);
    };
    stage.consumer(handler, extrasOf(AsWorker(), CopiesState())).start();
    await stage.publish(
      stage.message('p', 1, {
        headers: { customerappid: app },
        value: JSON.stringify({ customer_app_id: app, parcel_id: 'p', step: 1 }),
      }),
    );
    await handled('p', [1]);
    expect(kinds).toEqual(['worker']);
  }, 40_000);
});
