import { Injectable } from '@nestjs/common';
import { assertMayGoOn } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateSessionMint } from '../sessions/mandate-session-mint.js';
import type { SessionToken } from '@towpath/service';
import { MandateSessionRepository } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';

interface RunningSession extends SessionCaller {
  /** Unix seconds. */
  readonly sessionBeganAt: number;
}

/** Extends a payer's session by half an hour, for the mandate of the session only. */
@Injectable()
export class ExtendMandateSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: MandateSessionRepository,
    private readonly mint: MandateSessionMint,
    private readonly clock: Clock,
  ) {}

  async execute({ sessionBeganAt, ...caller }: RunningSession): Promise<SessionToken> {
    assertMayGoOn(sessionBeganAt, this.clock.system());
    const session = await this.transactions.forApp(caller.customerAppId, (tx) =>
      sessionOf(tx, this.sessions, caller),
    );
    return this.mint.mint({ ...session, sessionBeganAt });
  }
}
