import { newId, type CustomerAppId } from '@towpath/kernel';
import { IsString } from 'class-validator';
import type { Pool } from 'pg';
import { CustomerAppViews } from '../customer-apps/customer-app-views.js';
import { createPool } from '../database/connection-pool.js';
import type { DatabaseUrls } from '../database/provision-database.js';
import type { PublishableEvent } from '../transactions/write-batch.js';
import { PgTransactions } from '../transactions/pg-transactions.js';

/** The specimen service opened for a spec: pools of both roles and two customer apps. */
export interface Specimen {
  readonly appPool: Pool;
  readonly workerPool: Pool;
  readonly adminPool: Pool;
  readonly transactions: PgTransactions;
  readonly views: CustomerAppViews;
  readonly ours: CustomerAppId;
  readonly theirs: CustomerAppId;
  addApp(change?: { readonly appType?: 'TEST' | 'LIVE' }): Promise<CustomerAppId>;
  close(): Promise<void>;
}

export async function openSpecimen(database: {
  readonly urls: DatabaseUrls;
  readonly adminUrl: string;
}): Promise<Specimen> {
  const limits = { size: 20 };
  const appPool = createPool({ url: database.urls.app, name: 'specimen', limits });
  const workerPool = createPool({ url: database.urls.worker, name: 'specimen worker', limits });
  const workerByKeyPool = createPool({
    url: database.urls.worker,
    name: 'specimen worker by key',
    limits,
    planner: 'by key',
  });
  const adminPool = createPool({ url: database.adminUrl, name: 'specimen admin', limits });
  const transactions = new PgTransactions({ appPool, workerPool, workerByKeyPool });
  const views = new CustomerAppViews(appPool);
  const addApp: Specimen['addApp'] = async ({ appType = 'TEST' } = {}) => {
    const customerAppId = newId<CustomerAppId>(new Date());
    await transactions.asWorker((tx) =>
      views.upsert(tx, {
        customerAppId,
        name: 'Specimen',
        appType,
        status: 'ACTIVE',
        credentialGeneration: 1,
        clockOffsetMs: 0,
        clockFrozenAt: null,
        settings: {},
        sequence: 1,
      }),
    );
    return customerAppId;
  };
  return {
    appPool,
    workerPool,
    adminPool,
    transactions,
    views,
    ours: await addApp(),
    theirs: await addApp(),
    addApp,
    close: async () => {
      const pools = [appPool, workerPool, workerByKeyPool, adminPool];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

class ParcelSent {
  @IsString() parcel_id: string;
  @IsString() status: string;
}

export const parcelSent: PublishableEvent<ParcelSent> = {
  name: 'parcel.sent',
  version: 1,
  topic: 'specimen.parcel.events.v1',
  payload: ParcelSent,
  key: (payload) => payload.parcel_id,
};
