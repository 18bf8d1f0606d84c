import { Controller } from '@nestjs/common';
import {
  eventRegistry,
  publicWebhookOf,
  type AnyEventDefinition,
  type EventDefinition,
  type EventName,
  type PayloadOf,
} from '@towpath/contracts';
import { OnEvents, type EventContext } from '@towpath/messaging';
import { WebhookEventsService } from './webhook-events.service.js';

/** Every event that customer apps may receive. */
export const PUBLIC_EVENTS: readonly AnyEventDefinition[] = eventRegistry
  .all()
  .filter(({ webhook }) => webhook !== undefined);

@Controller()
export class WebhookEventsConsumer {
  constructor(private readonly events: WebhookEventsService) {}

  @OnEvents(...(PUBLIC_EVENTS as readonly EventDefinition[]))
  async record(payloads: object[], contexts: EventContext[]): Promise<void> {
    const [first] = contexts;
    if (!first) return;
    const webhooks = contexts.flatMap(({ eventId, definition, ...origin }, index) => {
      const name = definition.name as EventName;
      const webhook = publicWebhookOf(name, payloads[index] as PayloadOf<typeof name>);
      const { requestId, traceparent = null } = origin;
      return webhook ? [{ eventId, webhook, origin: { requestId, traceparent } }] : [];
    });
    await this.events.record(first.tx, webhooks);
  }
}
