import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import type { HostedApi } from '../api/hosted-api.js';
import type { HostedView } from '../api/hosted-view.js';
import {
  type AddressBar,
  challengedAttemptIn,
  forgetLinkToken,
  linkNameIn,
  linkTokenIn,
} from '../../../shared/session/link-token.js';
import type { MandateInHand, PageSession, SessionStore, Trail } from '../session/session-store.js';
import type { Admission, PageAccess } from '../../../shared/session/page-access.js';
import { SessionClock, type SessionEvents } from '../../../shared/session/session-clock.js';
import type { Timers } from '../../../shared/timing/timers.js';

export interface LinkSessionDeps {
  readonly api: HostedApi;
  readonly sessions: SessionStore;
  readonly address: AddressBar;
  readonly timers: Timers;
  /** Real time, ms since the epoch. */
  readonly nowMs: () => number;
}

const OVER = { ok: false, failure: { kind: 'unauthorized' } } as const;

/** The session of the page: from the link, or the one this tab kept, until it runs out. */
export class LinkSession implements PageAccess {
  private clock: SessionClock | null = null;
  /**
   * The attempt from whose challenge the payer returns; the frame that started it may be closed.
   */
  private cameBackFor: string | null = null;

  constructor(private readonly deps: LinkSessionDeps) {}

  async enter(): Promise<Admission> {
    const { address, sessions, nowMs } = this.deps;
    const token = linkTokenIn(address);
    if (token) return this.exchange(token);
    const session = sessions.resume(nowMs(), linkNameIn(address));
    return session ? { ok: true } : { ok: false, reason: 'session_ended' };
  }

  token(): string | null {
    return this.current()?.accessToken ?? null;
  }

  watch(events: SessionEvents): void {
    const { timers, nowMs } = this.deps;
    this.unwatch();
    this.clock = new SessionClock({ timers, nowMs, extend: () => this.extend(), ...events });
    this.clock.start(this.current()?.expiresAtMs ?? nowMs());
  }

  unwatch(): void {
    this.clock?.stop();
  }

  /** The session that is still valid, or null. */
  current(): PageSession | null {
    return this.deps.sessions.load(this.deps.nowMs());
  }

  stay(): Promise<void> {
    return this.clock?.stay() ?? Promise.resolve();
  }

  follow(view: HostedView): Trail {
    const { sessions } = this.deps;
    const attemptId = view.attempt?.attempt_id;
    const cameBack = attemptId !== undefined && attemptId === this.cameBackFor;
    this.cameBackFor = null;
    const trail = sessions.follow(view.payment_link_id, cameBack || view.status === 'CREATED');
    return cameBack ? sessions.noteChallenge(attemptId) : trail;
  }

  noteChallenge(attemptId: string): Trail {
    return this.deps.sessions.noteChallenge(attemptId);
  }

  noteMandate(mandate: MandateInHand | null): Trail {
    return this.deps.sessions.noteMandate(mandate);
  }

  /** The direct debit that the payer is giving. */
  mandate(): MandateInHand | null {
    return this.current()?.trail.mandate ?? null;
  }

  end(): void {
    this.deps.sessions.clear();
  }

  private async exchange(token: string): Promise<Admission> {
    const { api, address, sessions, nowMs } = this.deps;
    const answer = await api.openSession(token);
    if (answer.ok) {
      sessions.begin(answer.value, nowMs(), linkNameIn(address));
      this.cameBackFor = challengedAttemptIn(address);
      forgetLinkToken(address);
      return { ok: true };
    }
    const { failure } = answer;
    if (failure.kind !== 'refused' && failure.kind !== 'unauthorized') {
      return { ok: false, reason: failure };
    }
    forgetLinkToken(address);
    return { ok: false, reason: 'invalid_link' };
  }

  /** With the session of a direct debit that is being given: neither may end before the other. */
  private async extend(): Promise<ApiAnswer<number>> {
    const { api, sessions, nowMs } = this.deps;
    const session = this.current();
    if (!session) return OVER;
    const { mandate } = session.trail;
    if (mandate) {
      const longer = await api.extendMandate(mandate.token);
      if (!longer.ok) return longer;
      sessions.noteMandate({ ...mandate, token: longer.value.access_token });
    }
    const answer = await api.extendSession(session.accessToken);
    if (!answer.ok) return answer;
    if (!this.current()) return OVER;
    const { expiresAtMs } = sessions.begin(answer.value, nowMs(), session.linkName);
    return { ok: true, value: expiresAtMs };
  }
}
