import { Injectable } from '@nestjs/common';
import { assertMayGoOn } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { HostedLinkMint } from './hosted-link-mint.js';
import type { MintedToken } from './hosted-link-mint.js';
import { assertGoesOn, type HostedCaller } from './link-caller.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

/** The session of a hosted page: a link token is exchanged for it once, and it is extended. */
@Injectable()
export class OpenHostedLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
    private readonly mint: HostedLinkMint,
    private readonly clock: Clock,
  ) {}

  /** The token is made first: a link whose exchange failed half-way can be opened again. */
  async execute({ customerAppId, sessionId }: HostedCaller): Promise<MintedToken> {
    const link = await this.transactions.forApp(customerAppId, (tx) =>
      this.links.find(tx, sessionId),
    );
    const minted = await this.mint.token({ link: assertGoesOn(link), purpose: 'SESSION' });
    const opened = await this.transactions.forApp(customerAppId, (tx) =>
      this.links.open(tx, sessionId),
    );
    if (!opened) throw new DomainError('TOKEN_EXPIRED', 'The link was opened before.');
    return minted;
  }

  /** `sessionBeganAt`: Unix seconds. */
  async extend(caller: HostedCaller, sessionBeganAt: number): Promise<MintedToken> {
    assertMayGoOn(sessionBeganAt, this.clock.system());
    const link = await this.transactions.forApp(caller.customerAppId, (tx) =>
      this.links.find(tx, caller.sessionId),
    );
    return this.mint.token({ link: assertGoesOn(link), purpose: 'SESSION', sessionBeganAt });
  }
}
