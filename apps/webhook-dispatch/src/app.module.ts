import { Module, type DynamicModule } from '@nestjs/common';
import { deliveryProviders, MAX_IN_FLIGHT } from './delivering/deliveries/delivery.providers.js';
import { endpointProviders } from './endpoints/webhook-endpoints/endpoint.providers.js';
import { ResendController } from './delivering/deliveries/resend.controller.js';
import { noticeProviders } from './delivering/notices/notice.providers.js';
import { RecoveryController } from './endpoints/webhook-endpoints/recovery.controller.js';
import { WebhookEndpointController } from './endpoints/webhook-endpoints/webhook-endpoint.controller.js';
import { EventTypeController } from './recording/events/event-type.controller.js';
import { eventProviders } from './recording/events/event.providers.js';
import { PublicEventConsumer } from './recording/events/public-event.consumer.js';
import { TestEventController } from './recording/events/test-event.controller.js';
import { WebhookEventController } from './recording/events/webhook-event.controller.js';
import { SendWebhook } from './delivering/sending/send-webhook.js';
import { ANSWER_TIMEOUT_MS, WebhookClient } from './delivering/sending/webhook-client.js';
import { SigningKeys } from './delivering/signing/signing-keys.js';
import { SigningKeysController } from './delivering/signing/signing-keys.controller.js';
import { WebhookSigner } from './delivering/signing/webhook-signer.js';
import { AddressRule } from './endpoints/targets/address-rule.js';
import { DnsNameResolver, NameResolver } from './endpoints/targets/name-resolver.js';
import { TargetCheck } from './endpoints/targets/target-check.js';
import { RealTime } from './time/real-time.js';
import type { WebhookDispatchConfig } from './webhook-dispatch.config.js';

const ANSWER_WITHIN_MS = 10_000;

/** One module: an inner area has ports that an outer one fills, so the areas are composed together. */
@Module({})
export class AppModule {
  static forRoot({ allowedTargets, maxInFlight }: WebhookDispatchConfig): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        WebhookEndpointController,
        RecoveryController,
        TestEventController,
        WebhookEventController,
        ResendController,
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
        ...noticeProviders,
        ...deliveryProviders,
      ],
    };
  }
}
