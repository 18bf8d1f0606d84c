import { awaitedLater } from '@towpath/kernel';
import { AwaitedWebhooks, paymentOrder } from '@towpath/testing';
import { closedLoop } from '../load/closed-loop.js';
import { call, openShop } from '../load/open-shop.js';
import type { Stage } from '../run/stage.js';
import type { Operation } from './operation.js';

const KIND = { type: 'PAYMENT_LINK_CANCELLED', idOf: 'payment_link_id' };
const PREPARED_AT_ONCE = 32;

/** From the request that cancels a link to the webhook about it. */
export async function deliverWebhook({ system }: Stage): Promise<Operation> {
  const { merchant } = await openShop(system, 'Bench, webhooks');
  const webhooks = await AwaitedWebhooks.open(merchant, KIND);
  return {
    name: 'a webhook of a change',
    atOnce: 32,
    perSecond: 50,
    prepare: async (count) => {
      const links = await closedLoop(Array.from({ length: count }), PREPARED_AT_ONCE, () =>
        merchant.createPaymentLink({ body: paymentOrder() }),
      );
      return links.map(({ payment_link_id: id }) => async () => {
        const arrival = awaitedLater(webhooks.about(id));
        await call(merchant, { method: 'POST', path: `/payment_links/${id}/cancel` });
        await arrival;
      });
    },
    close: () => webhooks.close(),
  };
}
