import { Module } from '@nestjs/common';
import { IdentitiesModule } from '../identities/identities.module.js';
import { BankRedirectsController } from './hosted-links/bank-redirects.controller.js';
import { BankRedirectsService } from './hosted-links/bank-redirects.service.js';
import { HostedLinksController } from './hosted-links/hosted-links.controller.js';
import { HostedLinksReads } from './hosted-links/hosted-links.reads.js';
import { HostedLinksService } from './hosted-links/hosted-links.service.js';
import { HostedLoginsService } from './hosted-links/hosted-logins.service.js';
import { LinkOffersReads } from './hosted-links/link-offers.reads.js';
import { LinkTokensService } from './hosted-links/link-tokens.service.js';

/** The hosted link page: its links and its operations. */
@Module({
  imports: [IdentitiesModule],
  controllers: [HostedLinksController, BankRedirectsController],
  providers: [
    LinkTokensService,
    HostedLinksService,
    HostedLoginsService,
    HostedLinksReads,
    LinkOffersReads,
    BankRedirectsService,
  ],
})
export class PagesModule {}
