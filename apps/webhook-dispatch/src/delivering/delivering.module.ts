import { Module, type DynamicModule } from '@nestjs/common';
import { AttemptRecorder } from './rounds/attempt-recorder.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryClaimsService } from './rounds/delivery-claims.service.js';
import { DeliveryMetrics } from './rounds/delivery-metrics.js';
import { DeliveryOutcomesService, RetryJitter } from './outcomes/delivery-outcomes.service.js';
import { DeliverySender } from './rounds/delivery-sender.js';
import { EndDeliveriesJob } from './deliveries/end-deliveries.job.js';
import { Lanes } from './rounds/lanes.js';
import { RecoverDeliveriesJob } from './deliveries/recover-deliveries.job.js';
import { EndpointNoticesService } from './notices/endpoint-notices.service.js';
import { ExpiringEventsJob } from './notices/expiring-events.job.js';
import { ANSWER_TIMEOUT_MS, WebhookClient } from './sending/webhook-client.js';
import { WebhookRequests } from './sending/webhook-requests.js';
import { SigningKeysController } from './signing/signing-keys.controller.js';
import { SigningKeys } from './signing/signing-keys.js';
import { WebhookSigner } from './signing/webhook-signer.js';

const ANSWER_WITHIN_MS = 10_000;

/** The sender of webhooks, and what customer apps ask of deliveries. */
@Module({})
export class DeliveringModule {
  /** @param maxInFlight most requests of this process at the same time */
  static forRoot(inner: readonly DynamicModule[], maxInFlight: number): DynamicModule {
    return {
      module: DeliveringModule,
      imports: [...inner],
      controllers: [DeliveriesController, SigningKeysController],
      providers: [
        { provide: ANSWER_TIMEOUT_MS, useValue: ANSWER_WITHIN_MS },
        { provide: Lanes, useFactory: () => new Lanes(maxInFlight) },
        SigningKeys,
        WebhookSigner,
        WebhookClient,
        WebhookRequests,
        EndpointNoticesService,
        ExpiringEventsJob,
        RetryJitter,
        DeliveryClaimsService,
        DeliveryOutcomesService,
        AttemptRecorder,
        DeliveryMetrics,
        DeliverySender,
        DeliveriesService,
        EndDeliveriesJob,
        RecoverDeliveriesJob,
      ],
      exports: [DeliveriesService],
    };
  }
}
