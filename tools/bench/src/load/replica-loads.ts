import { setTimeout as pause } from 'node:timers/promises';
import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { DoubledName, DoubledServices } from '../run/doubled-services.js';
import type { Stage } from '../run/stage.js';
import { charge, chargesBooked, MANDATES } from './charges.js';
import { closedLoop, prepare } from './closed-loop.js';
import { Consumer } from './consumer.js';
import { HttpLoad } from './http-load.js';
import { openLoop } from './open-loop.js';
import { Logins, withAdmin } from './logins.js';
import { liveMandate } from './mandates.js';
import { pay, readyPayer } from './payer.js';
import { Shop } from './shop.js';

/** A load that is repeated, with one process of each service and with two. */
export interface ReplicaLoad {
  readonly id: string;
  /** What is counted, in the plural. */
  readonly name: string;
  /** Whose processes do the work that is measured. */
  readonly services: readonly DoubledName[];
  /** Prepares the work for one or two processes; it returns the number of its items. */
  prepare(processes: 1 | 2): Promise<() => Promise<number>>;
  close(): Promise<void>;
}

export interface DoubledStage extends Stage {
  readonly doubled: DoubledServices;
}

const MOST_PER_S = 2_000;
const PAYERS_AT_ONCE = 64;
const nothing = (): Promise<void> => Promise.resolve();

/** Work per second for each process: half of what two cores can do, so that two processes fit. */
const PACES = { links: 100, cards: 25, charges: 10 } as const;
type PacedName = keyof typeof PACES;

/**
 * The same work at a pace: two processes get twice the work of one. An operation costs more when a
 * process has less to do at a time; here each has as much as before.
 */
function pacedLoad(
  id: PacedName,
  load: Omit<ReplicaLoad, 'id' | 'prepare'> & {
    prepare(count: number): Promise<(rate: number) => Promise<number>>;
  },
  { seconds }: Stage,
): ReplicaLoad {
  return {
    ...load,
    id: `${id}_paced`,
    name: `${load.name} at ${PACES[id]}/s each`,
    prepare: async (processes) => {
      const rate = PACES[id] * processes;
      const work = await load.prepare(rate * seconds);
      return () => work(rate);
    },
  };
}

/** So many times, at equal distances. */
async function paced(
  { rate, count }: { readonly rate: number; readonly count: number },
  work: () => Promise<unknown>,
): Promise<number> {
  await openLoop({ items: Array.from({ length: count }), rate, work });
  return count;
}

export async function linkLoads(stage: Stage): Promise<ReplicaLoad[]> {
  const shop = await Shop.open(stage, 'Bench z, links');
  const { seconds } = stage;
  const most = MOST_PER_S * seconds;
  const create = () => shop.createLink();
  const load = { name: 'links', services: ['payment-link'] as const, close: nothing };
  return [
    {
      ...load,
      id: 'links',
      prepare: () =>
        Promise.resolve(async () => (await prepare({ most, seconds, work: create })).length),
    },
    pacedLoad(
      'links',
      { ...load, prepare: (count) => Promise.resolve((rate) => paced({ rate, count }, create)) },
      stage,
    ),
  ];
}

export async function cardLoads(stage: Stage): Promise<ReplicaLoad[]> {
  const { system, http, seconds } = stage;
  const shop = await Shop.open(stage, 'Bench z, cards');
  const fields = new HttpLoad(system.service('sandbox').url);
  const ready = async () => readyPayer({ api: http, fields }, (await shop.createLink()).url ?? '');
  const load = { name: 'card payments', services: ['payment-link'] as const, close: nothing };
  return [
    {
      ...load,
      id: 'cards',
      prepare: async () => {
        const payers = await prepare({ most: MOST_PER_S * seconds, seconds, work: ready });
        return async () => {
          await closedLoop(payers, PAYERS_AT_ONCE, (payer) => pay(http, payer));
          return payers.length;
        };
      },
      close: () => fields.close(),
    },
    pacedLoad(
      'cards',
      {
        ...load,
        prepare: async (count) => {
          const payers = await prepare({ most: count, seconds: Infinity, work: ready });
          return async (rate) => {
            await openLoop({ items: payers, rate, work: (payer) => pay(http, payer) });
            return count;
          };
        },
      },
      stage,
    ),
  ];
}

export async function chargeLoads(stage: Stage): Promise<ReplicaLoad[]> {
  const { seconds } = stage;
  const shop = await Shop.open(stage, 'Bench z, charges');
  const open = () => liveMandate(stage, shop);
  const mandates = await prepare({ most: MANDATES, seconds: seconds * 3, work: open });
  let made = 0;
  const next = async (): Promise<void> => {
    made += 1;
    await charge(stage, shop, mandates[made % mandates.length] as CreatedMandateResponse);
  };
  const booked = () => chargesBooked(stage, { app: shop.merchant.customerAppId, count: made });
  const services = ['payment-link', 'mandate'] as const;
  const load = { name: 'charges', services, close: nothing };
  return [
    {
      ...load,
      id: 'charges',
      prepare: () =>
        Promise.resolve(async () => {
          const charges = await prepare({ most: MOST_PER_S * seconds, seconds, work: next });
          await booked();
          return charges.length;
        }),
    },
    pacedLoad(
      'charges',
      {
        ...load,
        prepare: (count) =>
          Promise.resolve(async (rate) => {
            await paced({ rate, count }, next);
            await booked();
            return count;
          }),
      },
      stage,
    ),
  ];
}

const ENDPOINTS = 5;
const EVENTS_PER_S = 200;
const SETTLE_MS = 500;

/** The processes of webhook-dispatch stand still until there is a backlog. */
export async function deliveryLoad(stage: DoubledStage): Promise<ReplicaLoad> {
  const { system, doubled, seconds } = stage;
  const consumer = await Consumer.start();
  const shop = await Shop.open(stage, 'Bench z, webhooks');
  for (let number = 0; number < ENDPOINTS; number += 1) {
    await shop.subscribe(consumer.url(`/${number}`));
  }
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of doubled.pidsOf(system, 'webhook-dispatch')) process.kill(pid, name);
  };
  return {
    id: 'deliveries',
    name: 'webhook deliveries',
    services: ['webhook-dispatch'],
    prepare: async () => {
      const links = await shop.createLinks(EVENTS_PER_S * seconds);
      const before = consumer.all().length;
      signal('SIGSTOP');
      try {
        await closedLoop(links, PAYERS_AT_ONCE, (link) => shop.cancelLink(link));
      } catch (error) {
        signal('SIGCONT');
        throw error;
      }
      const count = links.length * ENDPOINTS;
      return async () => {
        signal('SIGCONT');
        await consumer.received(before + count);
        // The outcomes of the last ones are still being written.
        await pause(SETTLE_MS);
        return count;
      };
    },
    close: () => consumer.stop(),
  };
}

/** More than a process takes on at a time: the other has its share. */
const LOGINS_PER_S = 10;

export async function refreshLoad(stage: Stage): Promise<ReplicaLoad> {
  const shop = await Shop.open(stage, 'Bench z, logins');
  const app = shop.merchant.customerAppId;
  const logins = await Logins.of(stage, shop);
  const work = () => logins.link('usergood', ['ACCOUNTS', 'TRANSACTIONS']);
  const linked = await prepare({ most: LOGINS_PER_S * stage.seconds, seconds: Infinity, work });
  await logins.complete(linked.length);
  return {
    id: 'refreshes',
    name: 'login refreshes',
    services: ['account-data'],
    prepare: () =>
      Promise.resolve(async () => {
        await withAdmin(stage, (sql) => sql(DUE, [app]));
        await logins.complete(linked.length);
        return linked.length;
      }),
    close: nothing,
  };
}

/** Only this once: the automatic refresh of these logins is off. */
const DUE = `UPDATE login_identities SET next_refresh_at = now() WHERE customer_app_id = $1`;
