import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type {
  RefreshLoginIdentityRequest,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { newId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { RefreshLoginIdentity } from '../../flows/refreshing/refresh-login-identity.use-case.js';
import type { HostedLink, HostedLinkId } from './hosted-link.js';
import { LinkUrls } from './link-urls.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';
import { assertRefreshableByUser, refreshRequestOf } from './refresh-request.js';

interface OwnLoginIdentity {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly appType: AppType;
}

/** Renews the data of a login identity: at once without its user, or on a hosted page with them. */
@Injectable()
export class StartRefresh {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: ReadLoginIdentity,
    private readonly links: HostedLinkRepository,
    private readonly urls: LinkUrls,
    private readonly refreshLoginIdentity: RefreshLoginIdentity,
  ) {}

  /** The token is made first: without an answer nothing was queued. */
  async execute(
    own: OwnLoginIdentity,
    {
      user_present: isPresent = false,
      link_customizations: page = {},
    }: RefreshLoginIdentityRequest,
  ): Promise<RefreshTokenResponse> {
    const { customerAppId, loginIdentityId } = own;
    const request = refreshRequestOf(page, own.appType);
    const link = await this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.find(tx, loginIdentityId);
      if (isPresent) assertRefreshableByUser(identity, tx.now);
      const { institutionId } = identity.snapshot;
      const made: HostedLink = {
        customerAppId,
        sessionId: newId<HostedLinkId>(tx.systemNow),
        mode: 'REFRESH',
        request: { ...request, institutionId },
        loginIdentityId,
        linkSessionId: null,
        leftAt: null,
      };
      const batch = new WriteBatch();
      this.links.add(batch, made, tx.systemNow);
      tx.write(batch);
      return made;
    });
    const token = await this.urls.of(link);
    if (!isPresent) await this.refreshLoginIdentity.execute(customerAppId, loginIdentityId);
    return { ...token, login_identity_id: loginIdentityId };
  }
}
