import { Module, type DynamicModule } from '@nestjs/common';
import { AddressRule } from './targets/address-rule.js';
import { NameResolver } from './targets/name-resolver.js';
import { TargetsService } from './targets/targets.service.js';
import { EndpointSeal } from './webhook-endpoints/endpoint-seal.js';
import { WebhookEndpointsController } from './webhook-endpoints/webhook-endpoints.controller.js';
import { WebhookEndpointsReads } from './webhook-endpoints/webhook-endpoints.reads.js';
import { WebhookEndpointsService } from './webhook-endpoints/webhook-endpoints.service.js';

/** Where webhooks go, and which addresses are permitted. */
@Module({})
export class EndpointsModule {
  /** @param allowedTargets CIDR ranges that webhooks may reach although they are not public */
  static forRoot(allowedTargets: readonly string[]): DynamicModule {
    return {
      module: EndpointsModule,
      controllers: [WebhookEndpointsController],
      providers: [
        { provide: AddressRule, useFactory: () => new AddressRule(allowedTargets) },
        NameResolver,
        TargetsService,
        EndpointSeal,
        WebhookEndpointsReads,
        WebhookEndpointsService,
      ],
      exports: [TargetsService, WebhookEndpointsReads, WebhookEndpointsService],
    };
  }
}
