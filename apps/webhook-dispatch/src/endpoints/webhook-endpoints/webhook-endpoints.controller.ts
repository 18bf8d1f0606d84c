import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  CreateWebhookEndpointRequest,
  DeleteWebhookEndpointResponse,
  ListWebhookEndpointsQuery,
  ListWebhookEndpointsResponse,
  RecoverWebhookEndpointRequest,
  RecoverWebhookEndpointResponse,
  UpdateWebhookEndpointRequest,
  WebhookEndpointDetailResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, Operation } from '@towpath/http';
import { WebhookEndpointsReads } from './webhook-endpoints.reads.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

@Controller()
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly reads: WebhookEndpointsReads,
  ) {}

  @Operation('createWebhookEndpoint', { response: WebhookEndpointWithSecretResponse })
  create(@Caller() { customerAppId }: Caller, @Body() body: CreateWebhookEndpointRequest) {
    return this.endpoints.create(customerAppId, body);
  }

  @Operation('listWebhookEndpoints', { response: ListWebhookEndpointsResponse })
  list(@Caller() { customerAppId }: Caller, @Query() query: ListWebhookEndpointsQuery) {
    return this.reads.list(customerAppId, query);
  }

  @Operation('getWebhookEndpoint', { response: WebhookEndpointDetailResponse })
  get(@Caller() { customerAppId }: Caller, @Param('webhookEndpointId') endpointId: string) {
    return this.reads.get(customerAppId, endpointId);
  }

  @Operation('updateWebhookEndpoint', { response: WebhookEndpointResponse })
  update(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
    @Body() body: UpdateWebhookEndpointRequest,
  ) {
    return this.endpoints.update(customerAppId, endpointId, body);
  }

  @Operation('pauseWebhookEndpoint', { response: WebhookEndpointResponse })
  pause(@Caller() { customerAppId }: Caller, @Param('webhookEndpointId') endpointId: string) {
    return this.endpoints.update(customerAppId, endpointId, { enabled: false });
  }

  @Operation('resumeWebhookEndpoint', { response: WebhookEndpointResponse })
  resume(@Caller() { customerAppId }: Caller, @Param('webhookEndpointId') endpointId: string) {
    return this.endpoints.update(customerAppId, endpointId, { enabled: true });
  }

  @Operation('deleteWebhookEndpoint', { response: DeleteWebhookEndpointResponse })
  delete(@Caller() { customerAppId }: Caller, @Param('webhookEndpointId') endpointId: string) {
    return this.endpoints.delete(customerAppId, endpointId);
  }

  @Operation('rotateWebhookEndpointSecret', { response: WebhookEndpointWithSecretResponse })
  rotate(@Caller() { customerAppId }: Caller, @Param('webhookEndpointId') endpointId: string) {
    return this.endpoints.rotateSecret(customerAppId, endpointId);
  }

  @Operation('recoverWebhookEndpoint', { response: RecoverWebhookEndpointResponse })
  recover(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
    @Body() body: RecoverWebhookEndpointRequest,
  ) {
    return this.endpoints.recover(customerAppId, endpointId, body);
  }
}
