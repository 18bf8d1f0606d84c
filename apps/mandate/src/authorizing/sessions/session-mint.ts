import { Injectable } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import type { MintedSession, SessionToken } from './ports.js';

interface MintedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/** Makes the token of a session: the gateway signs, nobody else. */
@Injectable()
export class SessionMint {
  constructor(private readonly client: InternalClient) {}

  async mint(session: MintedSession): Promise<SessionToken> {
    const minted = await this.client.call<MintedToken>('gateway', {
      method: 'POST',
      path: '/internal/tokens/mandate_link',
      body: {
        customer_app_id: session.customerAppId,
        mandate_id: session.mandateId,
        customization_id: session.sessionId,
        session_began_at: session.sessionBeganAt,
      },
      idempotent: true,
    });
    return { accessToken: minted.access_token, expiresIn: minted.expires_in };
  }
}
