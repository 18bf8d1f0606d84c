import { Module, type DynamicModule } from '@nestjs/common';
import type { AccountDataConfig } from '../account-data.config.js';
import { InstitutionsModule } from '../institutions/institutions.module.js';
import { LoginIdentitiesModule } from '../login-identities/login-identities.module.js';
import { CreateLinkToken } from './create-link-token.use-case.js';
import { GatewayHostedLinkMint, HostedLinkMint } from './hosted-link-mint.js';
import { LinkTokenController } from './link-token.controller.js';
import { LinkUrls } from './link-urls.js';
import { PageAddresses } from './page-addresses.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';
import { RedirectUris } from './redirect-uris.js';

/** The hosted link page: how it is opened. */
@Module({})
export class HostedModule {
  static forRoot({ publicPagesUrl }: AccountDataConfig): DynamicModule {
    const addresses: PageAddresses = { pagesUrl: publicPagesUrl.replace(/\/+$/, '') };
    return {
      module: HostedModule,
      imports: [InstitutionsModule, LoginIdentitiesModule],
      controllers: [LinkTokenController],
      providers: [
        { provide: HostedLinkMint, useClass: GatewayHostedLinkMint },
        { provide: PageAddresses, useValue: addresses },
        HostedLinkRepository,
        RedirectUris,
        LinkUrls,
        CreateLinkToken,
      ],
    };
  }
}
