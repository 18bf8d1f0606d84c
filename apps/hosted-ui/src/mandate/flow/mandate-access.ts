import type { ApiFailure } from '../../api/api-answer.js';
import {
  type AddressBar,
  forgetLinkToken,
  linkNameIn,
  linkTokenIn,
} from '../../session/link-token.js';
import type { MandateApi } from '../api/mandate-api.js';
import type { MandateSessions } from './mandate-sessions.js';

export type Admission =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'invalid_link' | 'session_ended' | ApiFailure };

/** How the page comes by its access token, and what it remembers across a reload. */
export interface MandateAccess {
  enter(): Promise<Admission>;
  /** Null when the session is over. */
  token(): string | null;
  /** How long the session lasts; infinite when somebody else minds it. */
  leftMs(): number;
  end(): void;
}

interface LinkAccessParts {
  readonly api: MandateApi;
  readonly sessions: MandateSessions;
  readonly address: AddressBar;
  readonly nowMs: () => number;
}

/** From the address that the payer opened: its token is exchanged once and then forgotten. */
export class LinkAccess implements MandateAccess {
  constructor(private readonly parts: LinkAccessParts) {}

  async enter(): Promise<Admission> {
    const { api, sessions, address, nowMs } = this.parts;
    const token = linkTokenIn(address);
    if (!token) return this.token() ? { ok: true } : { ok: false, reason: 'session_ended' };
    const digest = await digestOf(token);
    const answer = await api.openSession(token);
    if (answer.ok) {
      const link = { digest, name: linkNameIn(address) };
      sessions.begin(answer.value, { nowMs: nowMs(), link });
      forgetLinkToken(address);
      return { ok: true };
    }
    const { failure } = answer;
    if (failure.kind !== 'refused' && failure.kind !== 'unauthorized') {
      return { ok: false, reason: failure };
    }
    forgetLinkToken(address);
    // The same link opened again in the same tab: its session is still here.
    const known = sessions.load(nowMs());
    if (known && known.link.digest === digest) return { ok: true };
    return { ok: false, reason: 'invalid_link' };
  }

  /** None for an address that names another link: it decides who may frame the page. */
  token(): string | null {
    const { sessions, address, nowMs } = this.parts;
    const session = sessions.load(nowMs());
    const named = linkNameIn(address);
    return session && (named === null || named === session.link.name) ? session.accessToken : null;
  }

  leftMs(): number {
    const now = this.parts.nowMs();
    return (this.parts.sessions.load(now)?.expiresAtMs ?? now) - now;
  }

  end(): void {
    this.parts.sessions.clear();
  }
}

/** A token that another page of ours was given, such as the payment page for its link. */
export class GivenAccess implements MandateAccess {
  private given: string | null;

  constructor(accessToken: string) {
    this.given = accessToken;
  }

  enter(): Promise<Admission> {
    return Promise.resolve({ ok: true });
  }

  token(): string | null {
    return this.given;
  }

  leftMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  end(): void {
    this.given = null;
  }
}

async function digestOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
