import {
  eventRegistry,
  fieldsOf,
  publicWebhookOf,
  webhookEventTypes,
  type AnyEventDefinition,
  type EventName,
} from '@towpath/contracts';
import { markdownOutput, markdownTable, type Output } from './outputs.js';

export function webhookOutput(): Output {
  const causes = eventRegistry
    .all()
    .flatMap((event) => [...typesOf(event)].map((type) => ({ type, event: `\`${event.name}\`` })));
  const rows = webhookEventTypes.map(({ name, family, description }) => {
    const events = causes.filter(({ type }) => type === name).map(({ event }) => event);
    return [`\`${name}\``, family, description, events.join(', ') || '–'];
  });
  return markdownOutput('webhook-event-types.md', [
    '# Webhook event types',
    '',
    'Subscribe to names, to a prefix such as `PAYMENT_*`, or to `*`.',
    '',
    ...markdownTable(['event_type', 'Family', 'Sent when', 'Caused by'], rows),
  ]);
}

/** The webhooks of an event, with every value of its payload's enums, two members at a time. */
export function typesOf({ name, payload, example }: AnyEventDefinition): ReadonlySet<string> {
  const enums = [...fieldsOf(payload)].flatMap(([member, { schema }]) => {
    const values = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
    return values.map((value) => ({ [member]: value }));
  });
  const payloads = [{}, ...enums].flatMap((one) => enums.map((other) => ({ ...one, ...other })));
  const types = [{}, ...payloads].map(
    (changed) => publicWebhookOf(name as EventName, { ...example, ...changed } as never)?.eventType,
  );
  return new Set(types.filter((type) => type !== undefined));
}
