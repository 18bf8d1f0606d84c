import { Injectable } from '@nestjs/common';
import { embeddingOrigins } from '@towpath/http';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { HostedLinkId } from './hosted-link.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

/** Which site a page leads back to. */
@Injectable()
export class ReadEmbeddingOrigins {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
  ) {}

  async execute(
    app: CustomerAppId,
    sessionId: HostedLinkId | undefined,
  ): Promise<readonly string[]> {
    const link =
      sessionId && (await this.transactions.forApp(app, (tx) => this.links.find(tx, sessionId)));
    if (!link) throw new DomainError('UNAUTHORIZED', 'There is no such session.');
    return embeddingOrigins([link.request.redirectUri]);
  }
}
