import type { SessionGrant } from '../api/page-types.js';
import type { PageSessions } from './page-sessions.js';
import type { ApiAnswer, ApiFailure } from '../api/api-answer.js';
import type { Timers } from '../timing/timers.js';
import { type AddressBar, forgetLinkToken, linkNameIn, linkTokenIn } from './link-token.js';
import { SessionClock, type SessionEvents } from './session-clock.js';

export type Admission =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'invalid_link' | 'session_ended' | ApiFailure };

/** The source of the page's access token, and its data across a reload. */
export interface PageAccess {
  enter(): Promise<Admission>;
  /** Null when the session is over. */
  token(): string | null;
  /** Reports the end of the session, unless another part does. */
  watch(events: SessionEvents): void;
  /** The payer needs more time. */
  stay(): Promise<void>;
  unwatch(): void;
  end(): void;
}

/** The operations behind the session of a page. */
interface SessionCalls {
  openSession(token: string): Promise<ApiAnswer<SessionGrant>>;
  extendSession(accessToken: string): Promise<ApiAnswer<SessionGrant>>;
}

interface LinkAccessParts {
  readonly api: SessionCalls;
  readonly sessions: Pick<PageSessions, 'load' | 'begin' | 'clear'>;
  readonly address: AddressBar;
  readonly timers: Timers;
  readonly nowMs: () => number;
}

const OVER = { ok: false, failure: { kind: 'unauthorized' } } as const;

/** From the address that the payer opened: its token is exchanged once and then forgotten. */
export class LinkAccess implements PageAccess {
  private clock: SessionClock | null = null;

  constructor(private readonly parts: LinkAccessParts) {}

  async enter(): Promise<Admission> {
    const { api, sessions, address, nowMs } = this.parts;
    const token = linkTokenIn(address);
    if (!token) return this.token() ? { ok: true } : { ok: false, reason: 'session_ended' };
    const digest = await digestOf(token);
    const answer = await api.openSession(token);
    if (answer.ok) {
      const link = { digest, name: answer.value.link ?? linkNameIn(address) };
      sessions.begin(answer.value, { nowMs: nowMs(), link });
      forgetLinkToken(address, link.name);
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

  watch(events: SessionEvents): void {
    const { timers, nowMs, sessions } = this.parts;
    this.unwatch();
    this.clock = new SessionClock({ timers, nowMs, extend: () => this.extend(), ...events });
    this.clock.start(sessions.load(nowMs())?.expiresAtMs ?? nowMs());
  }

  stay(): Promise<void> {
    return this.clock?.stay() ?? Promise.resolve();
  }

  unwatch(): void {
    this.clock?.stop();
  }

  end(): void {
    this.parts.sessions.clear();
  }

  private async extend(): Promise<ApiAnswer<number>> {
    const { api, sessions, nowMs } = this.parts;
    const session = sessions.load(nowMs());
    if (!session) return OVER;
    const answer = await api.extendSession(session.accessToken);
    if (!answer.ok) return answer;
    if (!sessions.load(nowMs())) return OVER;
    const expiresAtMs = sessions.begin(answer.value, { nowMs: nowMs(), link: session.link });
    return { ok: true, value: expiresAtMs };
  }
}

async function digestOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
