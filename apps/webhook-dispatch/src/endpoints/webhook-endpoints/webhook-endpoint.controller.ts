import { Body, Controller, Param, Query } from '@nestjs/common';
import { ALL_EVENT_TYPES, DEFAULT_WEBHOOK_SIGNATURE_KINDS } from '@towpath/contracts';
import {
  CreateWebhookEndpointRequest,
  DeleteWebhookEndpointResponse,
  ListWebhookEndpointsQuery,
  ListWebhookEndpointsResponse,
  UpdateWebhookEndpointRequest,
  WebhookEndpointDetailResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '@towpath/contracts/webhook-dispatch';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { recoveryView } from './recovery.view.js';
import { CreateWebhookEndpoint } from './create-webhook-endpoint.use-case.js';
import { DeleteWebhookEndpoint } from './delete-webhook-endpoint.use-case.js';
import type { EndpointPatch, EndpointSettings } from './domain/webhook-endpoint.js';
import { GetWebhookEndpoint } from './get-webhook-endpoint.query.js';
import { ListWebhookEndpoints } from './list-webhook-endpoints.query.js';
import { RotateWebhookEndpointSecret } from './rotate-webhook-endpoint-secret.use-case.js';
import { UpdateWebhookEndpoint } from './update-webhook-endpoint.use-case.js';
import { endpointView, endpointViewWithSecret } from './webhook-endpoint.view.js';

@Controller()
export class WebhookEndpointController {
  constructor(
    private readonly createWebhookEndpoint: CreateWebhookEndpoint,
    private readonly listWebhookEndpoints: ListWebhookEndpoints,
    private readonly getWebhookEndpoint: GetWebhookEndpoint,
    private readonly updateWebhookEndpoint: UpdateWebhookEndpoint,
    private readonly deleteWebhookEndpoint: DeleteWebhookEndpoint,
    private readonly rotateWebhookEndpointSecret: RotateWebhookEndpointSecret,
  ) {}

  @Operation('createWebhookEndpoint', { response: WebhookEndpointWithSecretResponse })
  async create(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreateWebhookEndpointRequest,
  ): Promise<WebhookEndpointWithSecretResponse> {
    const endpoint = await this.createWebhookEndpoint.execute(customerAppId, settingsOf(body));
    return endpointViewWithSecret(endpoint, body.headers);
  }

  @Operation('listWebhookEndpoints', { response: ListWebhookEndpointsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListWebhookEndpointsQuery,
  ): Promise<ListWebhookEndpointsResponse> {
    const { endpoints, total } = await this.listWebhookEndpoints.execute(
      customerAppId,
      rangeOf(query),
    );
    const places = endpoints.map(({ snapshot }) => ({
      id: snapshot.endpointId,
      created_at: snapshot.createdAt,
    }));
    const { next_cursor } = pageOf(places, total, query);
    return {
      webhook_endpoints: endpoints.map((endpoint) => endpointView(endpoint)),
      total,
      ...(next_cursor === undefined ? {} : { next_cursor }),
    };
  }

  @Operation('getWebhookEndpoint', { response: WebhookEndpointDetailResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
  ): Promise<WebhookEndpointDetailResponse> {
    const { endpoint, recovery } = await this.getWebhookEndpoint.execute(customerAppId, endpointId);
    return { ...endpointView(endpoint), recovery: recovery ? recoveryView(recovery) : undefined };
  }

  @Operation('updateWebhookEndpoint', { response: WebhookEndpointResponse })
  async update(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
    @Body() body: UpdateWebhookEndpointRequest,
  ): Promise<WebhookEndpointResponse> {
    const patch = patchOf(body);
    const endpoint = await this.updateWebhookEndpoint.execute(customerAppId, endpointId, patch);
    return endpointView(endpoint, body.headers);
  }

  @Operation('pauseWebhookEndpoint', { response: WebhookEndpointResponse })
  pause(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
  ): Promise<WebhookEndpointResponse> {
    return this.enable(customerAppId, endpointId, { enabled: false });
  }

  @Operation('resumeWebhookEndpoint', { response: WebhookEndpointResponse })
  resume(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
  ): Promise<WebhookEndpointResponse> {
    return this.enable(customerAppId, endpointId, { enabled: true });
  }

  @Operation('deleteWebhookEndpoint', { response: DeleteWebhookEndpointResponse })
  async delete(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
  ): Promise<DeleteWebhookEndpointResponse> {
    await this.deleteWebhookEndpoint.execute(customerAppId, endpointId);
    return { success: true };
  }

  @Operation('rotateWebhookEndpointSecret', { response: WebhookEndpointWithSecretResponse })
  async rotate(
    @Caller() { customerAppId }: Caller,
    @Param('webhookEndpointId') endpointId: string,
  ): Promise<WebhookEndpointWithSecretResponse> {
    return endpointViewWithSecret(
      await this.rotateWebhookEndpointSecret.execute(customerAppId, endpointId),
    );
  }

  private async enable(
    customerAppId: CustomerAppId,
    endpointId: string,
    patch: Pick<EndpointPatch, 'enabled'>,
  ): Promise<WebhookEndpointResponse> {
    return endpointView(await this.updateWebhookEndpoint.execute(customerAppId, endpointId, patch));
  }
}

function settingsOf(body: CreateWebhookEndpointRequest): EndpointSettings {
  return {
    url: body.url,
    eventTypes: body.event_types ?? [ALL_EVENT_TYPES],
    description: body.description ?? null,
    enabled: body.enabled ?? true,
    headers: body.headers ?? {},
    rateLimitPerSecond: body.rate_limit_per_second ?? null,
    signatureKinds: body.signature_kinds ?? DEFAULT_WEBHOOK_SIGNATURE_KINDS,
  };
}

function patchOf(body: UpdateWebhookEndpointRequest): EndpointPatch {
  return {
    url: body.url,
    eventTypes: body.event_types,
    description: body.description,
    enabled: body.enabled,
    headers: body.headers,
    rateLimitPerSecond: body.rate_limit_per_second,
    signatureKinds: body.signature_kinds,
  };
}
