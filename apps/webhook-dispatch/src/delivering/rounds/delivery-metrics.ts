import { Injectable } from '@nestjs/common';
import { Metrics } from '@towpath/observability';
import { isAcknowledged, type SentDelivery } from '../sending/delivery.js';
import { Lanes, type Pool } from './lanes.js';

const AGE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600, 86_400, 259_200];
const ANSWER_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics: results of deliveries, their age, and how many are running. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly answerSeconds;
  private readonly ageSeconds;

  constructor(metrics: Metrics, lanes: Lanes) {
    this.attempts = metrics.counter({
      name: 'webhook_attempts_total',
      help: 'Requests to webhook endpoints by class of endpoint, outcome and kind of answer.',
      labels: ['class', 'outcome', 'answer'],
    });
    this.answerSeconds = metrics.histogram({
      name: 'webhook_answer_seconds',
      help: 'Time from the first step of a request to the end of its answer.',
      buckets: ANSWER_SECONDS,
    });
    this.ageSeconds = metrics.histogram({
      name: 'webhook_delivery_age_seconds',
      help: 'Time from the recording of an event to its acknowledgement by an endpoint, by its class.',
      labels: ['class'],
      buckets: AGE_SECONDS,
    });
    metrics.gauge({
      name: 'webhook_in_flight',
      help: 'Requests to webhook endpoints that are under way.',
      collect: (gauge) => gauge.set(lanes.inFlight),
    });
  }

  /** @param pool the class that the endpoint was in when the request began */
  sent({ delivery, answer }: SentDelivery, pool: Pool): void {
    const acknowledged = isAcknowledged(answer);
    this.attempts.inc({
      class: pool,
      outcome: acknowledged ? 'succeeded' : 'failed',
      answer: answer.statusCode === null ? 'none' : `${Math.floor(answer.statusCode / 100)}xx`,
    });
    this.answerSeconds.observe(answer.durationMs / 1_000);
    if (!acknowledged) return;
    const ageMs = answer.startedAt.getTime() + answer.durationMs - delivery.createdAt.getTime();
    this.ageSeconds.observe({ class: pool }, Math.max(0, ageMs) / 1_000);
  }
}
