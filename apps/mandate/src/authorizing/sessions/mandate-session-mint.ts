import { Injectable } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import { mintSessionToken, type SessionToken } from '@towpath/service';
import type { MintedSession } from './ports.js';

/** Mints the token of a session that authorizes a mandate. */
@Injectable()
export class MandateSessionMint {
  constructor(private readonly client: InternalClient) {}

  mint(session: MintedSession): Promise<SessionToken> {
    return mintSessionToken(this.client, {
      page: 'mandate_link',
      claims: {
        customer_app_id: session.customerAppId,
        mandate_id: session.mandateId,
        customization_id: session.sessionId,
        session_began_at: session.sessionBeganAt,
      },
    });
  }
}
