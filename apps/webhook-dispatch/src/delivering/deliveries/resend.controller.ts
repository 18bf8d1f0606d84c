import { Controller, Param } from '@nestjs/common';
import {
  ResendWebhookEventRequest,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, DocumentsOptionalBody, Operation, OptionalBody } from '@towpath/http';
import { eventView } from '../../recording/events/webhook-event.view.js';
import { ResendWebhookEvent } from './resend-webhook-event.use-case.js';

@Controller()
export class ResendController {
  constructor(private readonly resendWebhookEvent: ResendWebhookEvent) {}

  @Operation('resendWebhookEvent', { response: WebhookEventResponse })
  @DocumentsOptionalBody(ResendWebhookEventRequest)
  async resend(
    @Caller() { customerAppId }: Caller,
    @Param('eventId') eventId: string,
    @OptionalBody(ResendWebhookEventRequest) body: ResendWebhookEventRequest,
  ): Promise<WebhookEventResponse> {
    const request = { eventId, endpointId: body.webhook_endpoint_id ?? null };
    return eventView(await this.resendWebhookEvent.execute(customerAppId, request));
  }
}
