import { LOGGER } from '@towpath/http';
import { Metrics, type Logger } from '@towpath/observability';
import { SendWebhook } from '../sending/send-webhook.js';
import { WebhookClient } from '../sending/webhook-client.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { ClaimDeliveries } from './claim-deliveries.use-case.js';
import { HeldDeliveries } from '../../endpoints/webhook-endpoints/ports.js';
import { DeliveryDoorbell } from '../../recording/queue/delivery-doorbell.js';
import { DeliveryLifecycle } from './delivery-lifecycle.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySender } from './delivery-sender.js';
import { FindDueEndpoints } from './find-due-endpoints.query.js';
import { Lanes } from './lanes.js';
import { EndDeliveriesJob } from './persistence/end-deliveries.job.js';
import { RecoverDeliveriesJob } from './persistence/recover-deliveries.job.js';
import { DeliveryClaims } from './persistence/delivery-claims.js';
import { DeliveryQueue } from './persistence/delivery-queue.js';
import { DeliveryRecords } from './persistence/delivery-records.js';
import { RecordAttempts } from './record-attempts.use-case.js';
import { ReleaseDeliveries } from './release-deliveries.use-case.js';
import { ReopenHeldDeliveries } from './reopen-held-deliveries.js';
import { ResendWebhookEvent } from './resend-webhook-event.use-case.js';
import { RetryJitter } from './retry-jitter.js';

/** DI token: most requests of this process at the same time. */
export const MAX_IN_FLIGHT = Symbol('MAX_IN_FLIGHT');

export const deliveryProviders = [
  DeliveryClaims,
  DeliveryRecords,
  DeliveryQueue,
  RetryJitter,
  FindDueEndpoints,
  ClaimDeliveries,
  ReleaseDeliveries,
  RecordAttempts,
  { provide: HeldDeliveries, useClass: ReopenHeldDeliveries },
  ResendWebhookEvent,
  EndDeliveriesJob,
  RecoverDeliveriesJob,
  { provide: Lanes, inject: [MAX_IN_FLIGHT], useFactory: (most: number) => new Lanes(most) },
  {
    provide: DeliverySender,
    inject: [
      FindDueEndpoints,
      ClaimDeliveries,
      ReleaseDeliveries,
      RecordAttempts,
      SendWebhook,
      WebhookClient,
      Lanes,
      Metrics,
      LOGGER,
    ],
    useFactory: senderOf,
  },
  {
    provide: DeliveryLifecycle,
    inject: [DeliverySender, DeliveryDoorbell],
    useFactory: (sender: DeliverySender, doorbell: DeliveryDoorbell) =>
      new DeliveryLifecycle(sender, doorbell),
  },
];

type Injected = [
  FindDueEndpoints,
  ClaimDeliveries,
  ReleaseDeliveries,
  RecordAttempts,
  SendWebhook,
  WebhookClient,
  Lanes,
  Metrics,
  Logger,
];

function senderOf(...injected: Injected): DeliverySender {
  const [due, claims, releases, record, send, client, lanes, metrics, logger] = injected;
  return new DeliverySender({
    due,
    claims,
    releases,
    recorder: new AttemptRecorder(record, logger),
    send,
    client,
    lanes,
    metrics: new DeliveryMetrics(metrics, () => lanes.inFlight),
    logger,
  });
}
