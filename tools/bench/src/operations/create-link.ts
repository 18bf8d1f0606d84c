import { paymentOrder } from '@towpath/testing';
import { call, openShop } from '../load/open-shop.js';
import type { Stage } from '../run/stage.js';
import type { Operation } from './operation.js';

export async function createLink({ system }: Stage): Promise<Operation> {
  const { merchant } = await openShop(system, 'Bench, links');
  const create = () =>
    call(merchant, { method: 'POST', path: '/payment_links', body: paymentOrder() });
  return {
    name: 'a link',
    atOnce: 32,
    perSecond: 100,
    aim: 3,
    prepare: (count) => Promise.resolve(Array.from({ length: count }, () => create)),
  };
}
