import { Injectable } from '@nestjs/common';
import type { LinkTokenResponse } from '@towpath/contracts/account-data';
import type { HostedLink } from './hosted-link.js';
import { HostedLinkMint } from './hosted-link-mint.js';
import { PageAddresses } from '../../retrieval/logins/bank-pages.js';

/** The link token of a session, and the URL that opens its page with it. */
@Injectable()
export class LinkUrls {
  constructor(
    private readonly mint: HostedLinkMint,
    private readonly addresses: PageAddresses,
  ) {}

  /** Network call, never in a transaction. */
  async of(link: HostedLink): Promise<LinkTokenResponse> {
    const { access_token, expires_in, issued_at } = await this.mint.token({
      link,
      purpose: 'OPEN',
    });
    const token = encodeURIComponent(access_token);
    return {
      access_token,
      token_type: 'Bearer',
      expires_in,
      issued_at,
      link_url: `${this.addresses.pagesUrl}/hosted/link?token=${token}`,
    };
  }
}
