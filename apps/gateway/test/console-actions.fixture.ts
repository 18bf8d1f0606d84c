import { newId } from '@towpath/kernel';
import { ActingService } from './acting-service.fixture.js';
import type { ConsoleBrowser } from './console-browser.fixture.js';
import { isHome, startConsole, type RunningConsole } from './console.fixture.js';
import { OperatorPeer } from './operator-peer.fixture.js';

export const APP = '01JZ0000000000000000000APP';
export const OTHER_APP = '01JZ000000000000000000AAPP';
export const PAYMENT = '01JQ00000000000000000PAYME';

const ACCOUNTS = {
  otto: { name: 'Otto', roles: ['operator'], apps: '*' },
  olga: { name: 'Olga', roles: ['operator'], apps: [APP] },
  ada: { name: 'Ada', roles: ['admin'], apps: '*' },
  vera: { name: 'Vera', roles: ['viewer'], apps: '*' },
  zoe: { name: 'Zoe', roles: ['operator'], apps: [OTHER_APP] },
};

/** A console whose payments are kept by a service that acts. */
export interface ActingConsole {
  readonly running: RunningConsole;
  readonly payments: ActingService;
  readonly paymentPeer: OperatorPeer;
  readonly webhookPeer: OperatorPeer;
  /** A browser whose operator proved just now who they are. */
  fresh(person: keyof typeof ACCOUNTS): Promise<ConsoleBrowser>;
  subject(person: keyof typeof ACCOUNTS): string;
  /** Entries of the gateway's audit about actions, oldest first. */
  audit(): Promise<readonly object[]>;
  stop(): Promise<void>;
}

export async function startActingConsole(): Promise<ActingConsole> {
  const [paymentPeer, webhookPeer] = [await OperatorPeer.start(), await OperatorPeer.start()];
  const running = await startConsole(ACCOUNTS, {
    settings: {
      CONSOLE_APPS_CLAIM: 'apps',
      PAYMENT_LINK_INTERNAL_URL: paymentPeer.url,
      WEBHOOK_DISPATCH_INTERNAL_URL: webhookPeer.url,
    },
  });
  return {
    ...{ running, paymentPeer, webhookPeer, payments: new ActingService(paymentPeer) },
    fresh: async (person) => {
      const browser = await running.loggedIn(person);
      await browser.go('/console/login?fresh=true', isHome(running.origin));
      return browser;
    },
    subject: (person) => `oidc:${running.provider.issuer}#${person}`,
    audit: () =>
      running.sql(`SELECT subject, role, operation, customer_app_id AS app, kind,
          resource_id AS id, reason
        FROM audit_entries WHERE kind <> 'console_session' ORDER BY audit_entry_id`),
    stop: async () => {
      await running.stop();
      await Promise.all([paymentPeer.stop(), webhookPeer.stop()]);
    },
  };
}

/** A refund that the operator confirmed; above the limit by `amount`. */
export function refund(changes: object = {}) {
  return {
    action: 'refund_payment',
    customer_app_id: APP,
    id: PAYMENT,
    amount: 5_000,
    action_id: newId(new Date()) as string,
    seen: 'EXECUTED 3',
    reason: 'ticket 4711',
    ...changes,
  };
}
