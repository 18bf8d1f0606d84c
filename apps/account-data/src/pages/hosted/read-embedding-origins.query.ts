import { Injectable } from '@nestjs/common';
import { embeddingOrigins } from '@towpath/http';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { HostedLinkId } from './hosted-link.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';
import { RedirectUris } from './redirect-uris.js';

/**
 * The sites that may frame a page and receive its messages: those of the app's registered
 * addresses. The return address of a refresh may be of any site, which gets only the return.
 */
@Injectable()
export class ReadEmbeddingOrigins {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
    private readonly redirectUris: RedirectUris,
  ) {}

  async execute(
    app: CustomerAppId,
    sessionId: HostedLinkId | undefined,
  ): Promise<readonly string[]> {
    const link =
      sessionId && (await this.transactions.forApp(app, (tx) => this.links.find(tx, sessionId)));
    if (!link) throw new DomainError('UNAUTHORIZED', 'There is no such session.');
    return embeddingOrigins(await this.redirectUris.registered(app));
  }
}
