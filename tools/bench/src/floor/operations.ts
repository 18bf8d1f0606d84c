import { setTimeout as pause } from 'node:timers/promises';
import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import { charge, chargesBooked, MANDATES } from '../load/charges.js';
import { prepare } from '../load/closed-loop.js';
import { HttpLoad } from '../load/http-load.js';
import { liveMandate } from '../load/mandates.js';
import { pay, readyPayer } from '../load/payer.js';
import { Shop } from '../load/shop.js';
import type { Stage } from '../run/stage.js';

export interface Operation {
  readonly id: 'link' | 'card' | 'charge';
  readonly name: string;
  readonly atOnce: number;
  /** CPU of the system in floors, at most. */
  readonly aim: number;
  /** Everything that comes before the operations, which is not measured. */
  prepare(count: number): Promise<(() => Promise<unknown>)[]>;
  /** Until what the operations set off is done as well. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Events of the last operations are still being published and taken in. */
const SETTLE_MS = 1_000;

export async function createLinkOperation(stage: Stage): Promise<Operation> {
  const shop = await Shop.open(stage, 'Bench x, links');
  return {
    id: 'link',
    name: 'a link',
    atOnce: 32,
    aim: 3,
    prepare: (count) =>
      Promise.resolve(Array.from({ length: count }, () => () => shop.createLink())),
    settled: () => pause(SETTLE_MS),
    close: () => Promise.resolve(),
  };
}

export async function cardOperation(stage: Stage): Promise<Operation> {
  const { system, http } = stage;
  const shop = await Shop.open(stage, 'Bench x, cards');
  const fields = new HttpLoad(system.service('sandbox').url);
  const ready = async () => readyPayer({ api: http, fields }, (await shop.createLink()).url ?? '');
  return {
    id: 'card',
    name: 'a card payment',
    atOnce: 64,
    aim: 2.7,
    prepare: async (most) => {
      const payers = await prepare({ most, seconds: Infinity, work: ready });
      return payers.map((payer) => () => pay(http, payer));
    },
    settled: () => pause(SETTLE_MS),
    close: () => fields.close(),
  };
}

export async function chargeOperation(stage: Stage): Promise<Operation> {
  const shop = await Shop.open(stage, 'Bench x, charges');
  const mandates = await prepare({
    most: MANDATES,
    seconds: Infinity,
    work: () => liveMandate(stage, shop),
  });
  let made = 0;
  const next = (): CreatedMandateResponse => {
    made += 1;
    return mandates[made % mandates.length] as CreatedMandateResponse;
  };
  return {
    id: 'charge',
    name: 'a charge of a mandate',
    atOnce: 32,
    aim: 2.8,
    prepare: (count) =>
      Promise.resolve(Array.from({ length: count }, () => () => charge(stage, shop, next()))),
    settled: async () => {
      await chargesBooked(stage, { app: shop.merchant.customerAppId, count: made });
      await pause(SETTLE_MS);
    },
    close: () => Promise.resolve(),
  };
}
