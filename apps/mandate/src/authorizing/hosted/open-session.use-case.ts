import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { mandateNotFound } from '../../mandates/mandates/mandate.js';
import { MandateSessionMint } from '../sessions/mandate-session-mint.js';
import type { SessionToken } from '@towpath/service';
import { MandateSessionRepository } from '../sessions/ports.js';
import { SignedText } from '../sessions/signed-text.js';

/** Exchanges the token of a link's URL for the session of its page, once. */
@Injectable()
export class OpenMandateSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly signed: SignedText,
    private readonly sessions: MandateSessionRepository,
    private readonly mint: MandateSessionMint,
  ) {}

  /** The token is made first: a link whose exchange failed half-way can be opened again. */
  async execute(token: string): Promise<SessionToken> {
    const subject = this.signed.subjectOf(token);
    if (!subject || !this.signed.proves(token, 'open')) throw mandateNotFound();
    const { customerAppId, sessionId } = subject;
    const session = await this.transactions.forApp(customerAppId, (tx) =>
      this.sessions.find(tx, sessionId),
    );
    if (!session) throw expired();
    const minted = await this.mint.mint(session);
    const opened = await this.transactions.forApp(customerAppId, (tx) =>
      this.sessions.open(tx, sessionId),
    );
    if (!opened) throw expired();
    return minted;
  }
}

function expired(): DomainError {
  return new DomainError('TOKEN_EXPIRED', 'The link was opened before, or has expired.');
}
