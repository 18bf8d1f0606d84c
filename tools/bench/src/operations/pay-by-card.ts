import { closedLoop } from '../load/closed-loop.js';
import { openShop } from '../load/open-shop.js';
import { readyPayer } from '../load/ready-payer.js';
import type { Stage } from '../run/stage.js';
import type { Operation } from './operation.js';

const PREPARED_AT_ONCE = 32;

/** From the button to a link that is paid. */
export async function payByCard({ system }: Stage): Promise<Operation> {
  const { merchant } = await openShop(system, 'Bench, cards');
  return {
    name: 'a card payment',
    atOnce: 64,
    perSecond: 30,
    aim: 2.7,
    prepare: (count) =>
      closedLoop(Array.from({ length: count }), PREPARED_AT_ONCE, () => readyPayer(merchant)),
  };
}
