import { Injectable } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import { mintSessionToken, type SessionToken } from '@towpath/service';
import type { SessionSubject } from './ports.js';

/** Mints the token of a session that pays a link. */
@Injectable()
export class LinkSessionMint {
  constructor(private readonly client: InternalClient) {}

  mint(subject: SessionSubject): Promise<SessionToken> {
    return mintSessionToken(this.client, {
      page: 'payment_link',
      claims: {
        customer_app_id: subject.customerAppId,
        payment_link_id: subject.paymentLinkId,
        unique_reference_id: subject.uniqueReferenceId,
        session_began_at: subject.sessionBeganAt,
      },
    });
  }
}
