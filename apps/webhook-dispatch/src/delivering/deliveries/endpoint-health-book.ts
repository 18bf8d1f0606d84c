import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import type { DisableRequest } from '../notices/endpoint-notices.service.js';
import { isAcknowledged, type SentDelivery } from '../sending/delivery.js';
import { healthAfter, isGivenUp, type EndpointHealth } from './endpoint-health.js';
import { GONE, type StoredDelivery } from './settle-delivery.js';

const OVERLOADED = [429, 503];

interface HealthChange extends EndpointHealth {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
}

/** The health of the endpoints of one batch, as its answers change it one after the other. */
export class EndpointHealthBook {
  private readonly entries = new Map<
    WebhookEndpointId,
    { readonly before: EndpointHealth; readonly after: HealthChange }
  >();
  private readonly reasons = new Map<WebhookEndpointId, DisableRequest>();

  constructor(private readonly at: Date) {}

  note(stored: StoredDelivery, { answer }: SentDelivery): void {
    const { customerAppId, endpointId, enabledAt } = stored;
    // A request from before the endpoint was enabled again says nothing about it now.
    if (answer.startedAt < enabledAt) return;
    const { before, after } = this.entries.get(endpointId) ?? { before: stored, after: stored };
    const health = healthAfter(after, {
      succeeded: isAcknowledged(answer),
      at: this.at,
      overloaded: OVERLOADED.includes(answer.statusCode ?? 0),
      retryAfterMs: answer.retryAfterMs,
    });
    const endpoint = { customerAppId, endpointId };
    this.entries.set(endpointId, { before, after: { ...endpoint, ...health } });
    if (answer.statusCode === GONE) {
      this.reasons.set(endpointId, { ...endpoint, reason: 'It answered 410 Gone.' });
    } else if (isGivenUp(health, this.at)) {
      this.reasons.set(endpointId, { ...endpoint, reason: 'It has failed for 5 days.' });
    }
  }

  /** Healthy endpoints stay healthy without a write. */
  get changes(): HealthChange[] {
    return [...this.entries.values()]
      .filter(({ before, after }) => isDifferent(before, after))
      .map(({ after }) => after);
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
