import type { SessionSlot } from '../../../shared/session/tab-slot.js';
import type { SessionGrant } from '../../../shared/api/page-types.js';

/** The page's 30-minute session, and the few facts that a reload must not lose. */
export interface PageSession {
  readonly accessToken: string;
  /** Real time, ms since the epoch. */
  readonly expiresAtMs: number;
  /** Name of the link in the address; null if there is none. */
  readonly linkName: string | null;
  readonly trail: Trail;
}

/** The steps that this tab has done for one link. */
export interface Trail {
  readonly paymentLinkId: string | null;
  /** The link was still payable when this tab first saw it, so its success happened here. */
  readonly sawItOpen: boolean;
  /** The attempt for which the payer was already sent to the issuer's page. */
  readonly challengedAttemptId: string | null;
  /** The direct debit that the payer is giving. */
  readonly mandate: MandateInHand | null;
}

export interface MandateInHand {
  readonly attemptId: string;
  /** Access token of its steps. */
  readonly token: string;
}

const NO_TRAIL: Trail = {
  paymentLinkId: null,
  sawItOpen: false,
  challengedAttemptId: null,
  mandate: null,
};

/**
 * Stores the session for this tab only. If the browser refuses storage, the session is in memory,
 * and a reload requires the link again.
 */
export class SessionStore {
  private current: PageSession | null = null;

  constructor(private readonly slot: SessionSlot | null) {
    this.current = parseSession(slot?.read() ?? null);
  }

  /** The session that is still valid, or null. */
  load(nowMs: number): PageSession | null {
    if (this.current && this.current.expiresAtMs <= nowMs) this.clear();
    return this.current;
  }

  /**
   * The same for a page without a token. An address with the name of another link, possibly of a
   * stranger, gets no session, because that name decides who may frame the page.
   */
  resume(nowMs: number, linkName: string | null): PageSession | null {
    const session = this.load(nowMs);
    return linkName === null || session?.linkName === linkName ? session : null;
  }

  /** A new grant. The trail stays: `follow` drops it when the link turns out to be another one. */
  begin(grant: SessionGrant, nowMs: number, linkName: string | null = null): PageSession {
    const trail = this.current?.trail ?? NO_TRAIL;
    const expiresAtMs = nowMs + grant.expires_in * 1000;
    return this.write({ accessToken: grant.access_token, expiresAtMs, linkName, trail });
  }

  /** Notes which link the session belongs to and whether it is still open. */
  follow(paymentLinkId: string, isOpen: boolean): Trail {
    const known = this.current?.trail ?? NO_TRAIL;
    const base = known.paymentLinkId === paymentLinkId ? known : { ...NO_TRAIL, paymentLinkId };
    return this.keep({ ...base, sawItOpen: base.sawItOpen || isOpen });
  }

  noteChallenge(attemptId: string): Trail {
    return this.keep({ ...(this.current?.trail ?? NO_TRAIL), challengedAttemptId: attemptId });
  }

  noteMandate(mandate: MandateInHand | null): Trail {
    return this.keep({ ...(this.current?.trail ?? NO_TRAIL), mandate });
  }

  clear(): void {
    this.current = null;
    this.slot?.erase();
  }

  private keep(trail: Trail): Trail {
    if (this.current) this.write({ ...this.current, trail });
    return trail;
  }

  private write(session: PageSession): PageSession {
    this.current = session;
    this.slot?.write(JSON.stringify(session));
    return session;
  }
}

/** The stored session, or null when the text is not one that this version wrote. */
export function parseSession(text: string | null): PageSession | null {
  if (text === null) return null;
  const raw = jsonOrNull(text);
  if (!isRecord(raw) || !isRecord(raw['trail'])) return null;
  const { accessToken, expiresAtMs, trail } = raw;
  if (typeof accessToken !== 'string' || typeof expiresAtMs !== 'number') return null;
  return {
    accessToken,
    expiresAtMs,
    linkName: textOrNull(raw['linkName']),
    trail: {
      paymentLinkId: textOrNull(trail['paymentLinkId']),
      sawItOpen: trail['sawItOpen'] === true,
      challengedAttemptId: textOrNull(trail['challengedAttemptId']),
      mandate: mandateOrNull(trail['mandate']),
    },
  };
}

function mandateOrNull(raw: unknown): MandateInHand | null {
  if (!isRecord(raw)) return null;
  const { attemptId, token } = raw;
  return typeof attemptId === 'string' && typeof token === 'string' ? { attemptId, token } : null;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
