import { Controller, Param } from '@nestjs/common';
import {
  ResendWebhookEventRequest,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, DocumentsOptionalBody, Operation, OptionalBody } from '@towpath/http';
import { DeliveriesService } from './deliveries.service.js';

@Controller()
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Operation('resendWebhookEvent', { response: WebhookEventResponse })
  @DocumentsOptionalBody(ResendWebhookEventRequest)
  resend(
    @Caller() { customerAppId }: Caller,
    @Param('eventId') eventId: string,
    @OptionalBody(ResendWebhookEventRequest) body: ResendWebhookEventRequest,
  ) {
    return this.deliveries.resend(customerAppId, eventId, body);
  }
}
