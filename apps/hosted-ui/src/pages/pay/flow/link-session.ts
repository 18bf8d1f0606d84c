import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { troubleOf } from '../../../shared/api/trouble.js';
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
import { SessionClock, type SessionHears } from '../../../shared/session/session-clock.js';
import type { PayTrouble } from './page-state.js';
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
export class LinkSession {
  private readonly clock: SessionClock;
  /**
   * The attempt from whose challenge the payer returns; the frame that started it may be closed.
   */
  private cameBackFor: string | null = null;

  constructor(
    private readonly deps: LinkSessionDeps,
    hears: SessionHears,
  ) {
    const { timers, nowMs } = deps;
    this.clock = new SessionClock({ timers, nowMs, extend: () => this.extend(), ...hears });
  }

  /** Null when there is a session, else why there is none. */
  async open(): Promise<PayTrouble | null> {
    const { address, sessions, nowMs } = this.deps;
    const token = linkTokenIn(address);
    if (token) return this.exchange(token);
    const session = sessions.resume(nowMs(), linkNameIn(address));
    return session ? this.enter(session) : { kind: 'session_ended' };
  }

  /** The session that is still valid, or null. */
  current(): PageSession | null {
    return this.deps.sessions.load(this.deps.nowMs());
  }

  /** The payer needs more time. */
  stay(): Promise<void> {
    return this.clock.stay();
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

  private async exchange(token: string): Promise<PayTrouble | null> {
    const { api, address, sessions, nowMs } = this.deps;
    const answer = await api.openSession(token);
    if (answer.ok) {
      const session = sessions.begin(answer.value, nowMs(), linkNameIn(address));
      this.cameBackFor = challengedAttemptIn(address);
      forgetLinkToken(address);
      return this.enter(session);
    }
    const { kind } = answer.failure;
    if (kind !== 'refused' && kind !== 'unauthorized') return troubleOf(answer.failure);
    forgetLinkToken(address);
    return { kind: 'invalid_link' };
  }

  private enter(session: PageSession): null {
    this.clock.mind(session.expiresAtMs);
    return null;
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
