import { Injectable } from '@nestjs/common';
import { assertMayGoOn } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import { LinkSessionMint } from './link-session-mint.js';
import type { SessionToken } from '@towpath/service';
import type { SessionSubject } from './ports.js';

/** Extends a payer's session by half an hour, for the link of the session only. */
@Injectable()
export class ExtendHostedSession {
  constructor(
    private readonly mint: LinkSessionMint,
    private readonly clock: Clock,
  ) {}

  async execute(session: Required<SessionSubject>): Promise<SessionToken> {
    assertMayGoOn(session.sessionBeganAt, this.clock.system());
    return this.mint.mint(session);
  }
}
