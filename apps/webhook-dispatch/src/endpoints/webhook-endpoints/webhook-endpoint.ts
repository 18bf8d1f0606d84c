import { DomainError, plusMs } from '@towpath/kernel';
import type { EndpointRow } from './webhook-endpoint.table.js';

/** A secret of an endpoint, as the receiver knows it: `whsec_` and base64. */
export interface SigningSecret {
  readonly secret: string;
  /** Null for the current one; a replaced one signs until then. */
  readonly expiresAt: Date | null;
}

/** Time in ms for which a replaced secret also signs. */
export const OVERLAP_MS = 24 * 3_600_000;
/** Rotating over and over must not make the signature header grow without end. */
const MAX_KEPT = 10;

/** The new secret first; the one it replaces signs for another day. */
export function rotated(
  secrets: readonly SigningSecret[],
  fresh: SigningSecret['secret'],
  at: Date,
): SigningSecret[] {
  const replaced = secrets.map(({ secret, expiresAt }) => ({
    secret,
    expiresAt: expiresAt ?? plusMs(at, OVERLAP_MS),
  }));
  return [{ secret: fresh, expiresAt: null }, ...valid(replaced, at)].slice(0, MAX_KEPT);
}

/** Those that sign at this time, the current one first. */
export function valid(secrets: readonly SigningSecret[], at: Date): SigningSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
}

const DAY_MS = 86_400_000;
/** Events and their deliveries are deleted at this age, held or not. */
export const KEPT_DAYS = 90;
/** Age in days of held events at which the owner of the endpoint is notified. */
const NOTICE_DAYS = 75;

/** Unsent events of a disabled endpoint that expire within 15 days. */
export interface HeldEvents {
  /** When the oldest of them was recorded; null when there is none so old. */
  readonly oldest: Date | null;
  /** Number of held events older than 75 days. */
  readonly expiring: number;
  /** Number of those that no earlier notice reported. */
  readonly unreported: number;
}

export interface ExpiryNotice {
  /** When the first held event is deleted; null while none is near its end. */
  readonly heldEventsExpireAt: Date | null;
  readonly expiryNoticeAt: Date | null;
}

/** Held events recorded before this instant will be deleted within 15 days. */
export function expiringBefore(real: Date): Date {
  return plusMs(real, -NOTICE_DAYS * DAY_MS);
}

/**
 * The held events to show, and whether to notify. Each event is reported once, and the owner is
 * notified at most once a day. Events that reach their 75th day after a notice are part of the next
 * one.
 */
export function noticeOf(
  held: HeldEvents,
  known: ExpiryNotice,
  real: Date,
): ExpiryNotice & { readonly notify: boolean } {
  const heldEventsExpireAt = held.oldest && plusMs(held.oldest, KEPT_DAYS * DAY_MS);
  const rested = known.expiryNoticeAt === null || plusMs(known.expiryNoticeAt, DAY_MS) <= real;
  const notify = held.unreported > 0 && rested;
  return { heldEventsExpireAt, expiryNoticeAt: notify ? real : known.expiryNoticeAt, notify };
}

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
