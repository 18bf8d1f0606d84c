import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type { LinkTokenRequest, LinkTokenResponse } from '@towpath/contracts/account-data';
import { DomainError, newId, type ClientId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { GetInstitution } from '../../banks/institutions/get-institution.query.js';
import { readableProducts } from '../../flows/linking/requested-products.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import type { HostedLink, HostedLinkId } from './hosted-link.js';
import { LinkUrls } from './link-urls.js';
import { linkRequestOf } from './link-request.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';
import { RedirectUris } from './redirect-uris.js';

interface LinkTokenCaller {
  readonly customerAppId: CustomerAppId;
  readonly clientId: ClientId;
  readonly appType: AppType;
  readonly scopes: readonly string[];
}

/** A hosted page on which a user links a bank, or updates a link. The request stays with us. */
@Injectable()
export class CreateLinkToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly uris: RedirectUris,
    private readonly getInstitution: GetInstitution,
    private readonly identities: ReadLoginIdentity,
    private readonly links: HostedLinkRepository,
    private readonly urls: LinkUrls,
  ) {}

  async execute(caller: LinkTokenCaller, asked: LinkTokenRequest): Promise<LinkTokenResponse> {
    const { customerAppId, appType } = caller;
    if (asked.client_id !== caller.clientId) {
      throw new DomainError('INVALID_REQUEST', 'client_id must be that of the bearer token.');
    }
    const request = linkRequestOf(asked, caller);
    await this.uris.assertRegistered(customerAppId, asked.redirect_uri);
    if (request.institutionId !== null) this.getInstitution.execute(appType, request.institutionId);
    const link = await this.transactions.forApp(customerAppId, async (tx) => {
      const known =
        asked.login_identity_id === undefined
          ? null
          : await this.identities.find(tx, parseLoginIdentityId(asked.login_identity_id));
      if (known && request.productsRequested.length === 0) {
        readableProducts(known.snapshot.products, caller.scopes);
      }
      await tx.begun;
      const made: HostedLink = {
        customerAppId,
        sessionId: newId<HostedLinkId>(tx.systemNow),
        mode: known ? 'RELINK' : 'LINK',
        request: known ? { ...request, institutionId: known.snapshot.institutionId } : request,
        loginIdentityId: known?.snapshot.loginIdentityId ?? null,
        linkSessionId: null,
        leftAt: null,
      };
      const batch = new WriteBatch();
      this.links.add(batch, made, tx.systemNow);
      tx.write(batch);
      return made;
    });
    return this.urls.of(link);
  }
}
