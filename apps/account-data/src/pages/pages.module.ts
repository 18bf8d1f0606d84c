import { Module } from '@nestjs/common';
import { BankRedirectsService } from './hosted-links/bank-redirects.service.js';
import { HostedLinksController } from './hosted-links/hosted-links.controller.js';
import { HostedLinksReads } from './hosted-links/hosted-links.reads.js';
import { HostedLinksService } from './hosted-links/hosted-links.service.js';
import { HostedLoginsService } from './hosted-links/hosted-logins.service.js';
import { LinkTokensService } from './hosted-links/link-tokens.service.js';

/** The hosted link page: its links and its operations. */
@Module({
  controllers: [HostedLinksController],
  providers: [
    LinkTokensService,
    HostedLinksService,
    HostedLoginsService,
    HostedLinksReads,
    BankRedirectsService,
  ],
})
export class PagesModule {}
