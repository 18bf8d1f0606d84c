import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { type CustomHeaders, unmasked } from './custom-headers.js';
import { newsOf, type ExpiryNews, type HeldEvents } from './held-events.js';
import { rotated, type SigningSecret } from './signing-secrets.js';

export type SignatureKind = 'v1' | 'v1a' | 'service_signature';

/** The customer app's settings of an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly headers: CustomHeaders;
  readonly rateLimitPerSecond: number | null;
  readonly signatureKinds: readonly SignatureKind[];
}

interface WebhookEndpointSnapshot extends EndpointSettings, ExpiryNews {
  readonly endpointId: WebhookEndpointId;
  readonly customerAppId: CustomerAppId;
  /** Why the service itself disabled it; null while it did not. */
  readonly disabledReason: string | null;
  readonly secrets: readonly SigningSecret[];
  /** Real time since which it is enabled, and at this URL. */
  readonly enabledAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The two clocks of a change: that of the customer app for its rows, real time for deliveries. */
interface ChangeTimes {
  readonly now: Date;
  readonly real: Date;
}

export type EndpointPatch = {
  readonly [K in keyof EndpointSettings]?: EndpointSettings[K] | undefined;
};

const NOTHING_EXPIRES: ExpiryNews = { heldEventsExpireAt: null, expiryToldAt: null };

/** A URL to which a customer app wants its events sent. */
export class WebhookEndpoint {
  private constructor(private state: WebhookEndpointSnapshot) {}

  static create(
    identity: Pick<WebhookEndpointSnapshot, 'endpointId' | 'customerAppId'>,
    settings: EndpointSettings & { readonly secret: string },
    { now, real }: ChangeTimes,
  ): WebhookEndpoint {
    const { secret, ...chosen } = settings;
    return new WebhookEndpoint({
      ...identity,
      ...chosen,
      headers: unmasked(chosen.headers, {}),
      disabledReason: null,
      secrets: [{ secret, expiresAt: null }],
      enabledAt: real,
      ...NOTHING_EXPIRES,
      createdAt: now,
      updatedAt: now,
    });
  }

  static restore(snapshot: WebhookEndpointSnapshot): WebhookEndpoint {
    return new WebhookEndpoint(snapshot);
  }

  get snapshot(): WebhookEndpointSnapshot {
    return this.state;
  }

  /**
   * Applies the members that are given. `reopened`: the endpoint was enabled by it, or an enabled one
   * has moved, so that its failures are of the past.
   */
  update(patch: EndpointPatch, { now, real }: ChangeTimes): { readonly reopened: boolean } {
    const given = Object.fromEntries(
      Object.entries(patch).filter(([, value]) => value !== undefined),
    ) as Partial<EndpointSettings>;
    const { enabled, url } = { ...this.state, ...given };
    const reopened = enabled && (!this.state.enabled || url !== this.state.url);
    this.state = {
      ...this.state,
      ...given,
      headers: unmasked(given.headers ?? this.state.headers, this.state.headers),
      updatedAt: now,
      ...(reopened ? { enabledAt: real, disabledReason: null, ...NOTHING_EXPIRES } : {}),
    };
    return { reopened };
  }

  /** By the service itself. False when it is disabled already. */
  disable(reason: string, now: Date): boolean {
    if (!this.state.enabled) return false;
    this.state = { ...this.state, enabled: false, disabledReason: reason, updatedAt: now };
    return true;
  }

  /**
   * Records the held events of a disabled endpoint for its owner. `tell`: the owner must be
   * notified, never without a change.
   */
  holds(held: HeldEvents, real: Date): { readonly changed: boolean; readonly tell: boolean } {
    const { tell, ...news } = newsOf(held, this.state, real);
    const shown = this.state.heldEventsExpireAt?.getTime();
    const changed = tell || shown !== news.heldEventsExpireAt?.getTime();
    this.state = { ...this.state, ...news };
    return { changed, tell };
  }

  rotate(secret: SigningSecret['secret'], { now, real }: ChangeTimes): void {
    const secrets = rotated(this.state.secrets, secret, real);
    this.state = { ...this.state, secrets, updatedAt: now };
  }
}
