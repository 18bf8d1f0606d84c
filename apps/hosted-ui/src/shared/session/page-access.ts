import { type ApiAnswer, type Trouble, troubleOf } from '../api/api-answer.js';
import type { SessionGrant } from '../api/page-types.js';
import type { Timers } from '../timing/timers.js';
import { sha256Of } from '../values.js';
import { type AddressBar, forgetLinkToken, linkNameIn, linkTokenIn } from './link-token.js';
import type { PageSessions } from './page-sessions.js';
import { SessionClock, type SessionEvents } from './session-clock.js';

/** The source of the page's access token. */
export interface PageAccess {
  /** Opens the session; the reason if that is impossible. */
  enter(): Promise<Trouble | null>;
  /** Null when the session is over. */
  token(): string | null;
  end(): void;
  /** Reports the end of the session; missing if another part does. */
  watch?(events: SessionEvents): SessionClock;
}

/** The operations behind the session of a page. */
export interface SessionCalls {
  openSession(token: string): Promise<ApiAnswer<SessionGrant>>;
  extendSession(accessToken: string): Promise<ApiAnswer<SessionGrant>>;
}

export interface LinkAccessParts {
  readonly api: SessionCalls;
  readonly sessions: PageSessions;
  readonly address: AddressBar;
  readonly timers: Timers;
  /** Real time, ms since the epoch. */
  readonly nowMs: () => number;
  /** A token opens one session only: the same link opened again continues in this tab. */
  readonly opensOnce?: boolean;
}

const OVER = { ok: false, failure: { kind: 'unauthorized' } } as const;

/** From the address that the payer opened: its token is exchanged and then forgotten. */
export class LinkAccess implements PageAccess {
  constructor(private readonly parts: LinkAccessParts) {}

  async enter(): Promise<Trouble | null> {
    const { api, sessions, address, nowMs, opensOnce } = this.parts;
    const token = linkTokenIn(address);
    if (!token) return this.token() ? null : { kind: 'session_ended' };
    const digest = opensOnce ? await sha256Of(token) : null;
    const answer = await api.openSession(token);
    if (answer.ok) {
      const link = { digest, name: answer.value.link ?? linkNameIn(address) };
      sessions.begin(answer.value, { nowMs: nowMs(), link });
      forgetLinkToken(address, link.name);
      return null;
    }
    const { failure } = answer;
    if (failure.kind !== 'refused' && failure.kind !== 'unauthorized') return troubleOf(failure);
    forgetLinkToken(address);
    const isKnown = digest !== null && sessions.load(nowMs())?.link.digest === digest;
    return isKnown ? null : { kind: 'invalid_link' };
  }

  /** None for an address that names another link: it decides who may frame the page. */
  token(): string | null {
    const { sessions, address, nowMs } = this.parts;
    const session = sessions.load(nowMs());
    const named = linkNameIn(address);
    return session && (named === null || named === session.link.name) ? session.accessToken : null;
  }

  end(): void {
    this.parts.sessions.clear();
  }

  watch(events: SessionEvents): SessionClock {
    const { timers, nowMs, sessions } = this.parts;
    const clock = new SessionClock({ timers, nowMs, extend: () => this.extend(), ...events });
    clock.start(sessions.load(nowMs())?.expiresAtMs ?? nowMs());
    return clock;
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
