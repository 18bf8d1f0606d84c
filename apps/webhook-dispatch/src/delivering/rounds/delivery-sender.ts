import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { awaitedLater } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import {
  DeliveryDoorbell,
  type DueEndpoint,
} from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import { isAcknowledged, type ClaimedDelivery } from '../sending/delivery.js';
import { WebhookRequests } from '../sending/webhook-requests.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { DeliveryClaimsService } from './delivery-claims.service.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { Lanes } from './lanes.js';

/** Time in ms between polls for deliveries without a notification, if some will be due soon. */
const POLL_MS = 1_000;
/** And at rest. */
const REST_MS = 5_000;
/** Time in ms for running requests to finish when the process ends. */
const STOP_GRACE_MS = 5_000;

/**
 * The loop: claim → commit → send → record. Rounds of claims follow each other. Requests and their
 * records run concurrently, and start the next round when they end. It runs while the app does: at
 * the end the consumers have stopped before it, and the database closes after it.
 */
@Injectable()
export class DeliverySender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly underWay = new Map<ClaimedDelivery, Promise<void>>();
  private rounds: Promise<void> | undefined;
  private wanted = false;
  private stopping = false;
  private restless = false;
  private poller: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  private waiter: NodeJS.Timeout | undefined;

  constructor(
    private readonly claims: DeliveryClaimsService,
    private readonly recorder: AttemptRecorder,
    private readonly requests: WebhookRequests,
    private readonly lanes: Lanes,
    private readonly metrics: DeliveryMetrics,
    private readonly doorbell: DeliveryDoorbell,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.doorbell.onRing((due) => this.ring(due));
    void this.poll();
  }

  /** Deliveries of these endpoints are due. */
  private ring(due: readonly DueEndpoint[]): void {
    this.lanes.ready(due);
    this.kick();
  }

  /** Finds deliveries without a notification: retries, expired leases, work of a dead process. */
  async poll(): Promise<void> {
    if (this.stopping) return;
    this.restless = false;
    try {
      const { now, more } = await this.claims.due(REST_MS);
      this.ring(now);
      this.restless ||= more || now.length > 0;
    } catch (error) {
      this.restless = true;
      this.logger.warn({ error }, 'due webhooks could not be read');
    }
    this.pollWithin(this.restless ? POLL_MS : REST_MS);
  }

  private pollWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.stopping || (this.poller && this.poller.at <= at)) return;
    clearTimeout(this.poller?.timer);
    const timer = setTimeout(() => {
      this.poller = undefined;
      void this.poll();
    }, ms);
    this.poller = { at, timer };
  }

  /** Something will be due that no poll has found yet. */
  private pollSoon(): void {
    this.restless = true;
    this.pollWithin(POLL_MS);
  }

  /** Stops claiming, waits for running requests for a while, and releases the others. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.poller?.timer);
    clearTimeout(this.waiter);
    await this.rounds;
    await this.finishWithin(STOP_GRACE_MS);
    const unfinished = [...this.underWay.keys()];
    this.underWay.clear();
    if (unfinished.length > 0) await this.claims.release(unfinished);
    await this.requests.close();
  }

  private kick(): void {
    if (this.stopping) return;
    this.wanted = true;
    this.rounds ??= awaitedLater(this.runRounds().finally(() => (this.rounds = undefined)));
  }

  private async runRounds(): Promise<void> {
    while (this.wanted && !this.stopping) {
      this.wanted = false;
      try {
        if (await this.round()) this.wanted = true;
      } catch (error) {
        this.logger.warn({ error }, 'webhooks could not be claimed');
      }
    }
    this.waitForRates();
  }

  /** True when another round may find more. */
  private async round(): Promise<boolean> {
    const { lanes, claims } = this;
    const shares = lanes.shares(performance.now());
    if (shares.size === 0) return false;
    const { deliveries, endpoints } = await claims.claim(shares);
    lanes.claimed(shares.keys(), endpoints, performance.now());
    // Another process may hold the endpoint, or what the rest waits for; it cannot ring here.
    const known = [...endpoints.values()];
    if (known.length < shares.size || known.some(({ left }) => left)) this.pollSoon();
    if (this.stopping) {
      if (deliveries.length > 0) await claims.release(deliveries);
      return false;
    }
    for (const delivery of deliveries) {
      const sent = this.deliver(delivery).finally(() => this.underWay.delete(delivery));
      this.underWay.set(delivery, awaitedLater(sent));
    }
    return true;
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { lanes, requests, recorder, metrics } = this;
    const slot = lanes.take(delivery);
    try {
      const answer = await requests.send(delivery);
      // Given back while it was on its way: another process sends it again.
      if (!this.underWay.has(delivery)) return;
      lanes.answered(slot, { succeeded: isAcknowledged(answer), durationMs: answer.durationMs });
      metrics.sent({ delivery, answer }, slot.pool);
      await recorder.add({ delivery, answer });
      if (!isAcknowledged(answer)) this.pollSoon();
    } catch (error) {
      this.logger.error({ error, event_id: delivery.eventId }, 'a webhook was not sent');
    } finally {
      lanes.release(slot);
      this.kick();
    }
  }

  private waitForRates(): void {
    clearTimeout(this.waiter);
    const waitMs = this.lanes.nextWait(performance.now());
    if (waitMs === undefined || this.stopping) return;
    this.waiter = setTimeout(() => this.kick(), waitMs);
  }

  private async finishWithin(ms: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), ms);
    await Promise.race([Promise.allSettled(this.underWay.values()), late.promise]);
    clearTimeout(timer);
  }
}
