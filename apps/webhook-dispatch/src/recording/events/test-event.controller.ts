import { Controller, Param } from '@nestjs/common';
import {
  TestWebhookEndpointRequest,
  TestWebhookEndpointResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, DocumentsOptionalBody, Operation, OptionalBody } from '@towpath/http';
import { SendTestEvent } from './send-test-event.use-case.js';

@Controller()
export class TestEventController {
  constructor(private readonly sendTestEvent: SendTestEvent) {}

  @Operation('testWebhookEndpoint', { response: TestWebhookEndpointResponse })
  @DocumentsOptionalBody(TestWebhookEndpointRequest)
  async test(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
    @OptionalBody(TestWebhookEndpointRequest) body: TestWebhookEndpointRequest,
  ): Promise<TestWebhookEndpointResponse> {
    const eventType = body.event_type ?? 'WEBHOOK_TEST';
    return { event_id: await this.sendTestEvent.execute(customerAppId, { endpointId, eventType }) };
  }
}
