import { webhookEventTypes } from '@towpath/contracts';
import { markdownOutput, markdownTable, type Output } from './outputs.js';

export function webhookOutput(): Output {
  const rows = webhookEventTypes.map(({ name, family, description }) => [
    `\`${name}\``,
    family,
    description,
  ]);
  return markdownOutput('webhook-event-types.md', [
    '# Webhook event types',
    '',
    'Subscribe to names, to a prefix such as `PAYMENT_*`, or to `*`.',
    '',
    ...markdownTable(['event_type', 'Family', 'Sent when'], rows),
  ]);
}
