import type { WebhookEventResponse } from '@towpath/sdk';
import { readClock } from '../clock.js';
import type { EventType } from '../event-types.js';
import { Refusal } from '../failure.js';
import type { Output, Session } from '../session.js';
import { until } from '../until.js';
import type { Plan } from './scenario.js';
import { SCENARIOS } from './scenarios.js';
import { TestShop } from './test-shop.js';

/** Makes events happen, one after the other, and waits until each is in the feed. */
export async function trigger(session: Session, types: readonly EventType[]): Promise<void> {
  const { towpath, output } = session;
  for (const type of types) {
    const plan: Plan = SCENARIOS[type];
    if ('why' in plan) throw new Refusal(`The sandbox cannot make ${type} happen: ${plan.why}.`);
  }
  const { frozen } = await readClock(towpath);
  if (frozen) throw new Refusal('The clock of the app is frozen: run clock thaw first.');
  for (const type of types) {
    const { event_id, resource_id, event_time } = await made(session, type);
    const document = { event_id, event_type: type, resource_id, event_time };
    output.result(document, `${event_time}  ${type}  ${resource_id}  ${event_id}`);
  }
}

async function made(session: Session, type: EventType): Promise<WebhookEventResponse> {
  const { towpath, credentials, output } = session;
  const plan: Plan = SCENARIOS[type];
  if ('why' in plan) throw new Refusal(plan.why);
  return output.during(`${type}: ${plan.does}`, async (progress) => {
    const shop = new TestShop(towpath, credentials.baseUrl, progress);
    const made = await plan.run(shop);
    // Of an endpoint there may be earlier ones.
    if (typeof made === 'object')
      return towpath.getWebhookEvent({ path: { eventId: made.event_id } });
    const resource_id = made;
    return until(`${type} of ${resource_id}`, async () => {
      const query = { resource_id, event_types: [type], limit: 1 };
      const { webhook_events: events } = await towpath.listWebhookEvents({ query });
      return events[0];
    });
  });
}

/** Each event type with what makes it happen, or why nothing does. */
export function listScenarios(output: Output): void {
  for (const [type, plan] of Object.entries<Plan>(SCENARIOS)) {
    const how = 'why' in plan ? `– ${plan.why}` : plan.does;
    const clock =
      'advancesDays' in plan ? ` (moves the clock of the app by ${plan.advancesDays} days)` : '';
    // Functions are left out of JSON.
    output.result({ event_type: type, ...plan }, `${type.padEnd(56)}${how}${clock}`);
  }
}
