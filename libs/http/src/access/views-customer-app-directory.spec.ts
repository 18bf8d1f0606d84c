import type { CustomerAppId } from '@towpath/kernel';
import type { CustomerAppView, CustomerAppViews, Transactions } from '@towpath/persistence';

import {
  ViewsCustomerAppDirectory,
  type CustomerAppAnswer,
} from './views-customer-app-directory.js';

const id = '01JZ0000000000000000000APP' as CustomerAppId;
const answer: CustomerAppAnswer = {
  customer_app_id: id,
  name: 'Shop',
  app_type: 'LIVE',
  status: 'ENABLED',
  credential_generation: 4,
  clock_offset_ms: 0,
  sequence: 9,
};

function directoryWith(gatewayAnswer: () => Promise<CustomerAppAnswer | undefined>) {
  const stored = new Map<CustomerAppId, CustomerAppView>();
  const asked: string[] = [];
  const times = { now: 0 };
  const views = {
    get: (app: CustomerAppId) => Promise.resolve(stored.get(app)),
    upsert: (_tx: unknown, view: CustomerAppView) => {
      stored.set(view.customerAppId, view);
      return Promise.resolve(true);
    },
  } as unknown as CustomerAppViews;
  const transactions = {
    asWorker: (work: (tx: unknown) => Promise<unknown>) => work({}),
  } as unknown as Transactions;
  const directory = new ViewsCustomerAppDirectory({
    views,
    transactions,
    now: () => times.now,
    ask: (app) => {
      asked.push(app);
      return gatewayAnswer();
    },
  });
  return { directory, stored, asked, times };
}

describe('ViewsCustomerAppDirectory', () => {
  it('asks the gateway once for an unknown app, and stores the answer', async () => {
    const { directory, stored, asked } = directoryWith(() => Promise.resolve(answer));
    const found = await Promise.all([directory.find(id), directory.find(id), directory.find(id)]);
    expect(found[0]).toEqual({
      customerAppId: id,
      appType: 'LIVE',
      enabled: true,
      credentialGeneration: 4,
    });
    expect(found[2]).toEqual(found[0]);
    expect(asked).toHaveLength(1);
    expect(stored.get(id)).toMatchObject({ sequence: 9, clockFrozenAt: null, settings: {} });
  });

  it('remembers for a while that an app does not exist', async () => {
    const { directory, asked, times } = directoryWith(() => Promise.resolve(undefined));
    expect(await directory.find(id)).toBeUndefined();
    expect(await directory.find(id)).toBeUndefined();
    expect(asked).toHaveLength(1);
    times.now += 6_000;
    await directory.find(id);
    expect(asked).toHaveLength(2);
  });

  it('rejects when the gateway does not answer, and asks again next time', async () => {
    let down = true;
    const { directory } = directoryWith(() =>
      down ? Promise.reject(new Error('down')) : Promise.resolve(answer),
    );
    await expect(directory.find(id)).rejects.toThrow('down');
    down = false;
    expect((await directory.find(id))?.enabled).toBe(true);
  });

  it('distinguishes a disabled app from an enabled one', async () => {
    const { directory } = directoryWith(() => Promise.resolve({ ...answer, status: 'DISABLED' }));
    expect((await directory.find(id))?.enabled).toBe(false);
  });
});
