import { Body, Controller, Param } from '@nestjs/common';
import {
  RecoverWebhookEndpointRequest,
  RecoverWebhookEndpointResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, Operation } from '@towpath/http';
import { RecoverWebhookEndpoint } from './recover-webhook-endpoint.use-case.js';
import { recoveryView } from './recovery.view.js';

@Controller()
export class RecoveryController {
  constructor(private readonly recoverWebhookEndpoint: RecoverWebhookEndpoint) {}

  @Operation('recoverWebhookEndpoint', { response: RecoverWebhookEndpointResponse })
  async recover(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
    @Body() { since }: RecoverWebhookEndpointRequest,
  ): Promise<RecoverWebhookEndpointResponse> {
    const recovery = await this.recoverWebhookEndpoint.execute(
      customerAppId,
      endpointId,
      new Date(since),
    );
    return { webhook_endpoint_id: recovery.endpointId, recovery: recoveryView(recovery) };
  }
}
