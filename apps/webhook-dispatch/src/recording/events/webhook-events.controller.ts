import { Controller, Param, Query } from '@nestjs/common';
import { jsonSchemaOf, webhookEventTypes } from '@towpath/contracts';
import {
  ListWebhookAttemptsResponse,
  ListWebhookEventsQuery,
  ListWebhookEventsResponse,
  ListWebhookEventTypesResponse,
  TestWebhookEndpointRequest,
  TestWebhookEndpointResponse,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, DocumentsOptionalBody, Operation, OptionalBody } from '@towpath/http';
import { WebhookEventsReads } from './webhook-events.reads.js';
import { WebhookEventsService } from './webhook-events.service.js';

const EVENT_TYPES: ListWebhookEventTypesResponse = {
  webhook_event_types: webhookEventTypes.map(({ name, description, body, example }) => ({
    name,
    description,
    schema: jsonSchemaOf(body),
    example,
  })),
};

@Controller()
export class WebhookEventsController {
  constructor(
    private readonly events: WebhookEventsService,
    private readonly reads: WebhookEventsReads,
  ) {}

  @Operation('listWebhookEvents', { response: ListWebhookEventsResponse })
  list(@Caller() { customerAppId }: Caller, @Query() query: ListWebhookEventsQuery) {
    return this.reads.list(customerAppId, query);
  }

  @Operation('getWebhookEvent', { response: WebhookEventResponse })
  get(@Caller() { customerAppId }: Caller, @Param('eventId') eventId: string) {
    return this.reads.get(customerAppId, eventId);
  }

  @Operation('listWebhookEventAttempts', { response: ListWebhookAttemptsResponse })
  attempts(@Caller() { customerAppId }: Caller, @Param('eventId') eventId: string) {
    return this.reads.attempts(customerAppId, eventId);
  }

  @Operation('listWebhookEventTypes', { response: ListWebhookEventTypesResponse })
  types(): ListWebhookEventTypesResponse {
    return EVENT_TYPES;
  }

  @Operation('testWebhookEndpoint', { response: TestWebhookEndpointResponse })
  @DocumentsOptionalBody(TestWebhookEndpointRequest)
  test(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
    @OptionalBody(TestWebhookEndpointRequest) body: TestWebhookEndpointRequest,
  ) {
    return this.events.sendTest(customerAppId, endpointId, body.event_type);
  }
}
