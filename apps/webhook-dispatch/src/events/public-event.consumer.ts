import { Controller } from '@nestjs/common';
import {
  eventRegistry,
  publicWebhookOf,
  publicWebhooks,
  type AnyEventDefinition,
  type EventDefinition,
  type EventName,
  type PayloadOf,
} from '@towpath/contracts';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { RecordWebhook } from './record-webhook.use-case.js';

/** Every event that customer apps may be told of. */
export const PUBLIC_EVENTS: readonly AnyEventDefinition[] = eventRegistry
  .all()
  .filter(({ name }) => publicWebhooks[name as EventName] !== null);

@Controller()
export class PublicEventConsumer {
  constructor(private readonly record: RecordWebhook) {}

  @OnEvent(...(PUBLIC_EVENTS as readonly EventDefinition[]))
  async tell(payload: object, { tx, eventId, definition }: EventContext): Promise<void> {
    const name = definition.name as EventName;
    const webhook = publicWebhookOf(name, payload as PayloadOf<typeof name>);
    if (webhook) await this.record.execute(tx, { eventId, webhook });
  }
}
