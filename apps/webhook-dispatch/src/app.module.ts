import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { deliveryProviders, MAX_IN_FLIGHT } from './deliveries/delivery.providers.js';
import { endpointProviders } from './endpoints/endpoint.providers.js';
import { EndDeliveriesJob } from './deliveries/persistence/end-deliveries.job.js';
import { RecoverDeliveriesJob } from './deliveries/persistence/recover-deliveries.job.js';
import { RecoveryController } from './deliveries/recovery.controller.js';
import { TellOfExpiringEventsJob } from './endpoints/persistence/tell-of-expiring-events.job.js';
import { WebhookEndpointController } from './endpoints/webhook-endpoint.controller.js';
import { EventTypeController } from './events/event-type.controller.js';
import { eventProviders } from './events/event.providers.js';
import { PublicEventConsumer } from './events/public-event.consumer.js';
import { TestEventController } from './events/test-event.controller.js';
import { WebhookEventController } from './events/webhook-event.controller.js';
import { SendWebhook } from './sending/send-webhook.js';
import { ANSWER_TIMEOUT_MS, WebhookClient } from './sending/webhook-client.js';
import { SigningKeys } from './signing/signing-keys.js';
import { SigningKeysController } from './signing/signing-keys.controller.js';
import { WebhookSigner } from './signing/webhook-signer.js';
import { AddressRule } from './targets/address-rule.js';
import { DnsNameResolver, NameResolver } from './targets/name-resolver.js';
import { TargetCheck } from './targets/target-check.js';
import { RealTime } from './time/real-time.js';
import type { WebhookDispatchConfig } from './webhook-dispatch.config.js';

const ANSWER_WITHIN_MS = 10_000;

/**
 * One module: endpoints, events and deliveries call each other's use cases both ways (a failing
 * endpoint is disabled, which is an event, which is delivered).
 */
@Module({})
export class AppModule implements OnModuleInit {
  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly expiring: TellOfExpiringEventsJob,
    private readonly endings: EndDeliveriesJob,
    private readonly recoveries: RecoverDeliveriesJob,
  ) {}

  static forRoot({ allowedTargets, maxInFlight }: WebhookDispatchConfig): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        WebhookEndpointController,
        RecoveryController,
        TestEventController,
        WebhookEventController,
        EventTypeController,
        SigningKeysController,
        PublicEventConsumer,
      ],
      providers: [
        RealTime,
        { provide: AddressRule, useFactory: () => new AddressRule(allowedTargets) },
        { provide: NameResolver, useClass: DnsNameResolver },
        TargetCheck,
        SigningKeys,
        WebhookSigner,
        { provide: ANSWER_TIMEOUT_MS, useValue: ANSWER_WITHIN_MS },
        WebhookClient,
        SendWebhook,
        { provide: MAX_IN_FLIGHT, useValue: maxInFlight },
        ...endpointProviders,
        ...eventProviders,
        ...deliveryProviders,
      ],
    };
  }

  onModuleInit(): void {
    this.dueJobs.register(this.expiring);
    this.dueJobs.register(this.endings);
    this.dueJobs.register(this.recoveries);
  }
}
