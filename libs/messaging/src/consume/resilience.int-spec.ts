import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId, type CustomerAppId } from '@towpath/kernel';
import {
  ConcurrentChange,
  DatabaseUnavailable,
  Transactions,
  type AppTx,
  type WorkerTx,
} from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { CustomerAppResolver } from './customer-app-resolver.js';
import { ParcelStage, type ParcelHandler } from '../specimen/parcel-stage.fixture.js';

let stage: ParcelStage;
beforeEach(async () => {
  stage = await ParcelStage.open();
});
afterEach(() => stage.close());

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const handled = (parcel: string, steps: readonly number[]) =>
  eventually(async () => String(await stage.effects(parcel)) === String(steps), {
    deadlineMs: 30_000,
    describe: async () => `${parcel} at ${steps}, it is at ${await stage.effects(parcel)}`,
  });

describe('a consumer killed between effect and offset commit', () => {
  it('leaves its partition to the next process, and the effect happens once', async () => {
    await stage.publish(...range(6).map((step) => stage.message('p', step)));
    const script = fileURLToPath(
      new URL('../../dist/specimen/failing-consumer.fixture.js', import.meta.url),
    );
    const failing = spawn(process.execPath, [script, JSON.stringify(stage.scene), '3'], {
      stdio: 'inherit',
    });
    const [, signal] = (await once(failing, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(await stage.effects('p')).toEqual([1, 2, 3]);
    stage.consumer(stage.record, {}, { instance: stage.group }).start();
    await handled('p', range(6));
  }, 60_000);

  it('loses the answer to its commit, and the effect still happens once', async () => {
    const { transactions } = stage;
    let lose = true;
    class LosingTransactions extends Transactions {
      override async forApp<T>(app: CustomerAppId, work: (tx: AppTx) => Promise<T>): Promise<T> {
        const result = await transactions.forApp(app, work);
        if (!lose) return result;
        lose = false;
        throw new Error('Connection terminated unexpectedly');
      }
      override asWorker<T>(work: (tx: WorkerTx) => Promise<T>): Promise<T> {
        return transactions.asWorker(work);
      }
    }
    stage.consumer(stage.record, {}, { transactions: new LosingTransactions() }).start();
    await stage.publish(stage.message('p', 1), stage.message('p', 2));
    await handled('p', [1, 2]);
    expect(await stage.parked.count()).toBe(0);
  }, 40_000);
});

describe('a handler that fails', () => {
  it.each([
    ['once by a conflict', new ConcurrentChange('parcels', { id: 1 }), 1],
    ['twice by a fault', new TypeError('x is undefined'), 2],
    [
      'by a database outage more often than other failures allow',
      new DatabaseUnavailable('gone'),
      6,
    ],
  ])(
    '%s is tried again and takes effect once',
    async (_how, error, failures) => {
      let left = failures;
      const handler: ParcelHandler = async (payload, context) => {
        await stage.record(payload, context);
        if (payload.step === 2 && left > 0) {
          left -= 1;
          throw error;
        }
      };
      stage.consumer(handler, {}, { retryFirstMs: 1 }).start();
      await stage.publish(...range(4).map((step) => stage.message('p', step)));
      await handled('p', range(4));
      await eventually(async () => (await stage.parked.count()) === 0);
    },
    60_000,
  );

  it('does not delay other partitions', async () => {
    const others = range(30).map((n) => `other-${n}`);
    const handler: ParcelHandler = async (payload, context) => {
      if (payload.parcel_id === 'stuck') throw new DatabaseUnavailable('for this one only');
      await stage.record(payload, context);
    };
    stage.consumer(handler).start();
    await stage.publish(stage.message('stuck', 1));
    await stage.publish(...others.map((parcel) => stage.message(parcel, 1)));
    const through = async () => {
      const steps = await Promise.all(others.map((parcel) => stage.effects(parcel)));
      return steps.filter((each) => each.length > 0).length;
    };
    // Those that share the partition of the stuck one wait with it.
    await eventually(async () => (await through()) >= 20, { deadlineMs: 20_000 });
    expect(await stage.effects('stuck')).toEqual([]);
  }, 40_000);
});

const ofApp = (app: CustomerAppId, step: number) =>
  stage.message('p', step, {
    headers: { customerappid: app },
    value: JSON.stringify({ customer_app_id: app, parcel_id: 'p', step }),
  });

describe('an event of an app that is not known yet', () => {
  it('takes effect once the app is known', async () => {
    const app = newId<CustomerAppId>(new Date());
    stage.consumer(stage.record, {}, { retryFirstMs: 500 }).start();
    await stage.publish(ofApp(app, 1));
    const retries = async () =>
      /consumer_retries_total.*UNKNOWN_APP/.test(await stage.metrics.text());
    await eventually(retries, { deadlineMs: 20_000 });
    await stage.addApp(app);
    await handled('p', [1]);
  }, 40_000);

  it('takes effect at the first try when its owning service can be asked', async () => {
    const app = newId<CustomerAppId>(new Date());
    const asked: CustomerAppId[] = [];
    class Resolver extends CustomerAppResolver {
      override async resolve(unknown: CustomerAppId): Promise<boolean> {
        asked.push(unknown);
        await stage.addApp(unknown);
        return true;
      }

      override async confirm(unknown: CustomerAppId): Promise<void> {
        await this.resolve(unknown);
      }
    }
    stage.consumer(stage.record, {}, { resolver: new Resolver() }).start();
    await stage.publish(ofApp(app, 1), ofApp(app, 2));
    await handled('p', [1, 2]);
    expect(asked).toEqual([app]);
    expect(await stage.metrics.text()).not.toMatch(/consumer_retries_total\{/);
  }, 40_000);
});

describe('a consumer that is stopped', () => {
  it('finishes the current message and commits its offset', async () => {
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let deliveries = 0;
    const handler: ParcelHandler = async (payload, context) => {
      deliveries += 1;
      entered.resolve();
      await release.promise;
      await stage.record(payload, context);
    };
    const first = stage.consumer(handler);
    first.start();
    await stage.publish(...range(5).map((step) => stage.message('p', step)));
    await entered.promise;
    const stopping = first.stop();
    release.resolve();
    await stopping;
    const done = await stage.effects('p');
    expect(done).toEqual([1]);
    stage.consumer(handler).start();
    await handled('p', range(5));
    expect(deliveries).toBe(5);
  }, 40_000);
});

describe('consumers that join and leave a group', () => {
  it('share the partitions and lose nothing', async () => {
    const parcels = range(24).map((n) => `parcel-${n}`);
    const members = [stage.consumer(stage.record), stage.consumer(stage.record)];
    members[0]?.start();
    for (const step of range(8)) {
      await stage.publish(...parcels.map((parcel) => stage.message(parcel, step)));
      if (step === 3) members[1]?.start();
      if (step === 6) await members[0]?.stop();
    }
    for (const parcel of parcels) await handled(parcel, range(8));
  }, 90_000);
});
