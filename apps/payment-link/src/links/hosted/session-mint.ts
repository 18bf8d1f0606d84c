import { Injectable } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import type { HostedSession, SessionSubject } from './ports.js';

interface MintedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/** Makes the token of a hosted page's session: the gateway signs, nobody else. */
@Injectable()
export class SessionMint {
  constructor(private readonly client: InternalClient) {}

  async mint(subject: SessionSubject): Promise<HostedSession> {
    const minted = await this.client.call<MintedToken>('gateway', {
      method: 'POST',
      path: '/internal/tokens/payment_link',
      body: {
        customer_app_id: subject.customerAppId,
        payment_link_id: subject.paymentLinkId,
        unique_reference_id: subject.uniqueReferenceId,
        session_began_at: subject.sessionBeganAt,
      },
      idempotent: true,
    });
    return { accessToken: minted.access_token, expiresIn: minted.expires_in };
  }
}
