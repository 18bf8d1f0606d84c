import { setTimeout as pause } from 'node:timers/promises';
import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { DoubledName, DoubledServices } from '../run/doubled-services.js';
import type { Stage } from '../run/stage.js';
import { charge, chargesBooked, MANDATES } from './charges.js';
import { closedLoop, prepare } from './closed-loop.js';
import { Consumer } from './consumer.js';
import { HttpLoad } from './http-load.js';
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
  /** Prepares the work, which returns the number of its items. */
  prepare(): Promise<() => Promise<number>>;
  close(): Promise<void>;
}

export interface DoubledStage extends Stage {
  readonly doubled: DoubledServices;
}

const MOST_PER_S = 2_000;
const PAYERS_AT_ONCE = 64;
const nothing = (): Promise<void> => Promise.resolve();

export async function linkLoad(stage: Stage): Promise<ReplicaLoad> {
  const shop = await Shop.open(stage, 'Bench z, links');
  const { seconds } = stage;
  const most = MOST_PER_S * seconds;
  const work = () => prepare({ most, seconds, work: () => shop.createLink() });
  return {
    id: 'links',
    name: 'links',
    services: ['payment-link'],
    prepare: () => Promise.resolve(async () => (await work()).length),
    close: nothing,
  };
}

export async function cardLoad(stage: Stage): Promise<ReplicaLoad> {
  const { system, http, seconds } = stage;
  const shop = await Shop.open(stage, 'Bench z, cards');
  const fields = new HttpLoad(system.service('sandbox').url);
  const ready = async () => readyPayer({ api: http, fields }, (await shop.createLink()).url ?? '');
  return {
    id: 'cards',
    name: 'card payments',
    services: ['payment-link'],
    prepare: async () => {
      const payers = await prepare({ most: MOST_PER_S * seconds, seconds, work: ready });
      return async () => {
        await closedLoop(payers, PAYERS_AT_ONCE, (payer) => pay(http, payer));
        return payers.length;
      };
    },
    close: () => fields.close(),
  };
}

export async function chargeLoad(stage: Stage): Promise<ReplicaLoad> {
  const { seconds } = stage;
  const shop = await Shop.open(stage, 'Bench z, charges');
  const open = () => liveMandate(stage, shop);
  const mandates = await prepare({ most: MANDATES, seconds: seconds * 3, work: open });
  let made = 0;
  const next = async (): Promise<void> => {
    made += 1;
    await charge(stage, shop, mandates[made % mandates.length] as CreatedMandateResponse);
  };
  return {
    id: 'charges',
    name: 'charges',
    services: ['payment-link', 'mandate'],
    prepare: () =>
      Promise.resolve(async () => {
        const charges = await prepare({ most: MOST_PER_S * seconds, seconds, work: next });
        await chargesBooked(stage, { app: shop.merchant.customerAppId, count: made });
        return charges.length;
      }),
    close: nothing,
  };
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
