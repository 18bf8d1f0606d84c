import { Controller, Param, Query } from '@nestjs/common';
import {
  ListWebhookAttemptsResponse,
  ListWebhookEventsQuery,
  ListWebhookEventsResponse,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, Operation } from '@towpath/http';
import { encodeFeedCursor } from './feed-cursor.js';
import { GetWebhookEvent } from './get-webhook-event.query.js';
import { ListWebhookAttempts } from './list-webhook-attempts.query.js';
import { ListWebhookEvents } from './list-webhook-events.query.js';
import type { EventFilters } from './ports.js';
import { attemptView, eventView } from './webhook-event.view.js';

@Controller()
export class WebhookEventController {
  constructor(
    private readonly listWebhookEvents: ListWebhookEvents,
    private readonly getWebhookEvent: GetWebhookEvent,
    private readonly listWebhookAttempts: ListWebhookAttempts,
  ) {}

  @Operation('listWebhookEvents', { response: ListWebhookEventsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListWebhookEventsQuery,
  ): Promise<ListWebhookEventsResponse> {
    const range = { after: query.after ?? null, limit: query.limit };
    const events = await this.listWebhookEvents.execute(customerAppId, filtersOf(query), range);
    const last = events.at(-1);
    // Also after the newest event: the feed goes on from there when there are more.
    const next = last ? { next_cursor: encodeFeedCursor(last.cursor) } : {};
    return { webhook_events: events.map(eventView), ...next };
  }

  @Operation('getWebhookEvent', { response: WebhookEventResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('eventId') eventId: string,
  ): Promise<WebhookEventResponse> {
    return eventView(await this.getWebhookEvent.execute(customerAppId, eventId));
  }

  @Operation('listWebhookEventAttempts', { response: ListWebhookAttemptsResponse })
  async attempts(
    @Caller() { customerAppId }: Caller,
    @Param('eventId') eventId: string,
  ): Promise<ListWebhookAttemptsResponse> {
    const attempts = await this.listWebhookAttempts.execute(customerAppId, eventId);
    return { attempts: attempts.map(attemptView) };
  }
}

function filtersOf(query: ListWebhookEventsQuery): EventFilters {
  return {
    eventTypes: query.event_types ?? [],
    statuses: query.statuses ?? [],
    endpointId: query.webhook_endpoint_id ?? null,
    resourceId: query.resource_id ?? null,
    createdFrom: query.created_from === undefined ? null : new Date(query.created_from),
    createdTo: query.created_to === undefined ? null : new Date(query.created_to),
  };
}
