import { Injectable } from '@nestjs/common';
import { embeddingOrigins } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews, Transactions } from '@towpath/persistence';
import { mandateNotFound } from '../../mandates/mandates/mandate.js';
import { MandateSessionRepository, type MandateSessionId } from '../sessions/ports.js';

interface EmbeddedSession {
  readonly customerAppId: CustomerAppId;
  readonly sessionId: MandateSessionId;
}

/** The sites that may frame the page of one session, for the gateway's headers. */
@Injectable()
export class ReadEmbeddingOrigins {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: MandateSessionRepository,
    private readonly apps: CustomerAppViews,
  ) {}

  /** Those of the app and of the session's own `redirect_uri`; none of an app that is disabled. */
  async execute({ customerAppId, sessionId }: EmbeddedSession): Promise<readonly string[]> {
    const [session, app] = await Promise.all([
      this.transactions.forApp(customerAppId, (tx) => this.sessions.find(tx, sessionId)),
      this.apps.get(customerAppId),
    ]);
    // A session of the app's own user interface has no page of ours.
    if (session?.usedBy !== 'SERVICE_LINK' || !app) throw mandateNotFound();
    const registered = app.settings['redirect_uris'];
    const own = session.customizations.redirect_uri;
    const isOpen = app.status === 'ENABLED';
    return isOpen ? embeddingOrigins([...(Array.isArray(registered) ? registered : []), own]) : [];
  }
}
