import { HttpLoad } from './http-load.js';
import { pay, readyPayer } from './payer.js';
import type { Shop } from './shop.js';
import type { Stage } from '../run/stage.js';

/** The ID of a payment by card that was executed. */
export async function paidByCard({ system, http }: Stage, shop: Shop): Promise<string> {
  const fields = new HttpLoad(system.service('sandbox').url);
  try {
    const link = await shop.createLink();
    await pay(http, await readyPayer({ api: http, fields }, link.url ?? ''));
    const { payment } = await shop.merchant.link(link.payment_link_id);
    if (!payment) throw new Error('a link that was paid has no payment');
    return payment.payment_id;
  } finally {
    await fields.close();
  }
}
