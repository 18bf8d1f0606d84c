import { Controller } from '@nestjs/common';
import { jsonSchemaOf, webhookEventTypes } from '@towpath/contracts';
import { ListWebhookEventTypesResponse } from '@towpath/contracts/webhook-dispatch';
import { Operation } from '@towpath/http';

@Controller()
export class EventTypeController {
  private readonly answer: ListWebhookEventTypesResponse = {
    webhook_event_types: webhookEventTypes.map(({ name, description, body, example }) => ({
      name,
      description,
      schema: jsonSchemaOf(body),
      example,
    })),
  };

  @Operation('listWebhookEventTypes', { response: ListWebhookEventTypesResponse })
  list(): ListWebhookEventTypesResponse {
    return this.answer;
  }
}
