import { DomainError } from '@towpath/kernel';
import { noticeOf, type ExpiryNotice, type HeldEvents } from './held-events.js';
import { rotated, type SigningSecret } from './signing-secrets.js';
import type { EndpointRow } from './webhook-endpoint.table.js';

export type CustomHeaders = Readonly<Record<string, string>>;

/** What is stored encrypted. */
export interface SealedParts {
  readonly secrets: readonly SigningSecret[];
  readonly headers: CustomHeaders;
}

type WebhookEndpointSnapshot = Omit<EndpointRow, 'sealed'> & SealedParts;

/** The customer app's settings of an endpoint. */
export type EndpointSettings = Pick<
  WebhookEndpointSnapshot,
  | 'url'
  | 'eventTypes'
  | 'description'
  | 'enabled'
  | 'headers'
  | 'rateLimitPerSecond'
  | 'signatureKinds'
>;

/** The two clocks of a change: that of the customer app for its rows, real time for deliveries. */
interface ChangeTimes {
  readonly now: Date;
  readonly real: Date;
}

export type EndpointPatch = {
  readonly [K in keyof EndpointSettings]?: EndpointSettings[K] | undefined;
};

const NOTHING_EXPIRES: ExpiryNotice = { heldEventsExpireAt: null, expiryNoticeAt: null };

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
   * Records the held events of a disabled endpoint for its owner. `notify`: the owner must be
   * notified, never without a change.
   */
  holds(held: HeldEvents, real: Date): { readonly changed: boolean; readonly notify: boolean } {
    const { notify, ...notice } = noticeOf(held, this.state, real);
    const shown = this.state.heldEventsExpireAt?.getTime();
    const changed = notify || shown !== notice.heldEventsExpireAt?.getTime();
    this.state = { ...this.state, ...notice };
    return { changed, notify };
  }

  rotate(secret: SigningSecret['secret'], { now, real }: ChangeTimes): void {
    const secrets = rotated(this.state.secrets, secret, real);
    this.state = { ...this.state, secrets, updatedAt: now };
  }
}

/** Shown in place of a value, which may be a credential of the receiver. */
export const HEADER_MASK = '********';

/** The stored values stand in for masked ones. Throws `INVALID_REQUEST` where none is stored. */
function unmasked(given: CustomHeaders, stored: CustomHeaders): CustomHeaders {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const valueOf = ([name, value]: readonly [string, string]): string => {
    if (value !== HEADER_MASK) return value;
    const kept = known.get(name.toLowerCase());
    if (kept !== undefined) return kept;
    const explanation = `headers must give ${name} a value: ${HEADER_MASK} keeps one that is stored.`;
    throw new DomainError('INVALID_REQUEST', explanation);
  };
  return Object.fromEntries(Object.entries(given).map((header) => [header[0], valueOf(header)]));
}
