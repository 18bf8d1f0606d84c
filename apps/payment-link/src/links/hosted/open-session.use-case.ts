import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { LinkToken } from '../payment-links/link-token.js';
import { linkNotFound } from '../payment-links/payment-link.errors.js';
import { ReadPaymentLink } from '../payment-links/read-payment-link.query.js';
import { LinkSessionMint } from './link-session-mint.js';
import type { SessionToken } from '@towpath/service';

/**
 * Exchanges the token of a link's URL for the session of its page. A paid, cancelled or expired
 * link has a page too.
 */
@Injectable()
export class OpenHostedSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: LinkToken,
    private readonly readPaymentLink: ReadPaymentLink,
    private readonly mint: LinkSessionMint,
  ) {}

  async execute(token: string): Promise<SessionToken> {
    const subject = this.tokens.read(token);
    if (!subject) throw linkNotFound();
    const { uniqueReferenceId } = await this.transactions.forApp(
      subject.customerAppId,
      async (tx) => (await this.readPaymentLink.execute(tx, subject.paymentLinkId)).link.terms,
    );
    return this.mint.mint({ ...subject, uniqueReferenceId });
  }
}
