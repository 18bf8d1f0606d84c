import type { WebhookEndpointId } from '@towpath/kernel';
import { isAcknowledged, type SentDelivery } from '../sending/delivery.js';
import { healthAfter, isGivenUp, type EndpointHealth } from './domain/endpoint-health.js';
import type { DisableRequest } from '../notices/disable-webhook-endpoint.use-case.js';
import type { HealthChange, StoredDelivery } from './ports.js';
import { GONE } from './settle-delivery.js';

const OVERLOADED = [429, 503];

/** The health of the endpoints of one batch, as its answers change it one after the other. */
export class EndpointHealthBook {
  private readonly entries = new Map<
    WebhookEndpointId,
    { readonly before: EndpointHealth; readonly change: HealthChange }
  >();
  private readonly reasons = new Map<WebhookEndpointId, DisableRequest>();

  constructor(private readonly at: Date) {}

  note({ customerAppId, endpointId, health, enabledAt }: StoredDelivery, sent: SentDelivery): void {
    const { answer } = sent;
    // A request from before the endpoint was enabled again says nothing about it now.
    if (answer.startedAt < enabledAt) return;
    const known = this.entries.get(endpointId);
    const before = known?.before ?? health;
    const after = healthAfter(known?.change.health ?? health, {
      succeeded: isAcknowledged(answer),
      at: this.at,
      overloaded: OVERLOADED.includes(answer.statusCode ?? 0),
      retryAfterMs: answer.retryAfterMs,
    });
    this.entries.set(endpointId, { before, change: { customerAppId, endpointId, health: after } });
    if (answer.statusCode === GONE) {
      this.reasons.set(endpointId, { customerAppId, endpointId, reason: 'It answered 410 Gone.' });
    } else if (isGivenUp(after, this.at)) {
      const reason = 'It has failed for 5 days.';
      this.reasons.set(endpointId, { customerAppId, endpointId, reason });
    }
  }

  /** Healthy endpoints stay healthy without a write. */
  get changes(): HealthChange[] {
    return [...this.entries.values()]
      .filter(({ before, change }) => isDifferent(before, change.health))
      .map(({ change }) => change);
  }

  get givenUp(): DisableRequest[] {
    return [...this.reasons.values()];
  }
}

function isDifferent(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.consecutiveFailures !== b.consecutiveFailures ||
    a.failingSince?.getTime() !== b.failingSince?.getTime() ||
    a.pausedUntil?.getTime() !== b.pausedUntil?.getTime()
  );
}
