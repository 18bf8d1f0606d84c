import { Module, type DynamicModule } from '@nestjs/common';
import type { AccountDataConfig } from '../account-data.config.js';
import { InstitutionsModule } from '../institutions/institutions.module.js';
import { LoginIdentitiesModule } from '../login-identities/login-identities.module.js';
import { RefreshingModule } from '../refreshing/refreshing.module.js';
import { CreateLinkToken } from './create-link-token.use-case.js';
import { GatewayHostedLinkMint, HostedLinkMint } from './hosted-link-mint.js';
import { LinkTokenController } from './link-token.controller.js';
import { LinkUrls } from './link-urls.js';
import { PageAddresses } from './page-addresses.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';
import { RedirectUris } from './redirect-uris.js';
import { StartRefresh } from './start-refresh.use-case.js';

/** The hosted link page: how it is opened, for a link and for a refresh. */
@Module({})
export class HostedModule {
  static forRoot({ publicPagesUrl }: AccountDataConfig): DynamicModule {
    const addresses: PageAddresses = { pagesUrl: publicPagesUrl.replace(/\/+$/, '') };
    return {
      module: HostedModule,
      imports: [InstitutionsModule, LoginIdentitiesModule, RefreshingModule],
      controllers: [LinkTokenController],
      providers: [
        { provide: HostedLinkMint, useClass: GatewayHostedLinkMint },
        { provide: PageAddresses, useValue: addresses },
        HostedLinkRepository,
        RedirectUris,
        LinkUrls,
        CreateLinkToken,
        StartRefresh,
      ],
    };
  }
}
