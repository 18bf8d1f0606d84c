import { awaitedLater } from '@towpath/kernel';
import { AwaitedWebhooks, linkedLogin } from '@towpath/testing';
import { closedLoop } from '../load/closed-loop.js';
import { openShop } from '../load/open-shop.js';
import type { Stage } from '../run/stage.js';
import type { Operation } from './operation.js';

const KIND = { type: 'DATA_RETRIEVAL_COMPLETE', idOf: 'login_identity_id' };
const LOGINS = 8;

/** From the request of a refresh to the webhook that says that all data is there. */
export async function refreshLogin({ system }: Stage): Promise<Operation> {
  const { merchant } = await openShop(system, 'Bench, logins');
  const webhooks = await AwaitedWebhooks.open(merchant, KIND);
  /** A login can have one refresh at a time. */
  const free = await closedLoop(Array.from({ length: LOGINS }), LOGINS, () =>
    linkedLogin(merchant),
  );
  const refresh = async (): Promise<void> => {
    const login = free.shift();
    if (!login) throw new Error('each login has a refresh under way');
    const completion = awaitedLater(webhooks.about(login.id));
    const { token } = login;
    await merchant.api.call({ method: 'POST', path: '/login_identity/refresh', token, body: {} });
    await completion;
    free.push(login);
  };
  return {
    name: 'a refresh of a login',
    atOnce: LOGINS,
    perSecond: 4,
    prepare: (count) => Promise.resolve(Array.from({ length: count }, () => refresh)),
    close: () => webhooks.close(),
  };
}
