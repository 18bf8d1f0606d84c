import type { ConsoleApp } from '@towpath/contracts/operator';
import type { CustomerApp } from '../customer-apps/customer-app.js';
import type { LiveSession } from './console-sessions.service.js';

/** Those of the customer apps that the operator may see. */
export function seenApps(
  { apps: seen }: Pick<LiveSession, 'apps'>,
  apps: readonly CustomerApp[],
): CustomerApp[] {
  return apps.filter(({ id }) => seen?.includes(id) ?? true);
}

export function consoleApp({ id, profile, appType }: CustomerApp): ConsoleApp {
  return { customer_app_id: id, name: profile.name, type: appType };
}
