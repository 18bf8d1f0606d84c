import { Module, type DynamicModule } from '@nestjs/common';
import type { AccountDataConfig } from '../../account-data.config.js';
import { InstitutionsModule } from '../../banks/institutions/institutions.module.js';
import { SessionOffers } from '../../banks/institutions/session-offers.js';
import { LinkJobsModule } from '../../identities/link-jobs/link-jobs.module.js';
import { LinkKeysModule } from '../../identities/link-keys/link-keys.module.js';
import { LinkingModule } from '../../flows/linking/linking.module.js';
import { LoginIdentitiesModule } from '../../identities/login-identities/login-identities.module.js';
import {
  BankBrowsers,
  BankPages,
  PageAddresses,
  SignedWays,
} from '../../retrieval/logins/bank-pages.js';
import { RefreshingModule } from '../../flows/refreshing/refreshing.module.js';
import { AnswerHostedAction } from './answer-hosted-action.use-case.js';
import { BankWayController } from './bank-way.controller.js';
import { BeginLogin } from './begin-login.js';
import { CreateLinkToken } from './create-link-token.use-case.js';
import { EmbeddingOriginsController } from './embedding-origins.controller.js';
import { FindExpectedTraveller } from './expected-traveller.js';
import { FinishHostedLink } from './finish-hosted-link.js';
import { GetHostedLink } from './get-hosted-link.query.js';
import { GoToBank } from './go-to-bank.use-case.js';
import { HandedLogin } from './handed-login.js';
import { HostedLinkController } from './hosted-link.controller.js';
import { HostedLinkMint } from './hosted-link-mint.js';
import { HostedLinkOffers } from './hosted-link-offers.js';
import { LinkConsentTexts } from './link-consent-text.js';
import { LinkPlaces } from './link-places.js';
import { LinkTokenController } from './link-token.controller.js';
import { LinkUrls } from './link-urls.js';
import { OfferedInstitutions } from './offered-institutions.js';
import { OpenHostedLink } from './open-hosted-link.use-case.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';
import { ReadEmbeddingOrigins } from './read-embedding-origins.query.js';
import { RedirectUris } from './redirect-uris.js';
import { ReturnFromBank, ReturnWrites } from './return-from-bank.use-case.js';
import { StartHostedLogin } from './start-hosted-login.use-case.js';
import { StartRefresh } from './start-refresh.use-case.js';

/** The hosted link page: its links and its operations. */
@Module({})
export class HostedModule {
  static forRoot({ publicPagesUrl }: AccountDataConfig): DynamicModule {
    const addresses: PageAddresses = { pagesUrl: publicPagesUrl.replace(/\/+$/, '') };
    return {
      module: HostedModule,
      imports: [
        InstitutionsModule,
        LinkJobsModule,
        LinkKeysModule,
        LinkingModule,
        LoginIdentitiesModule,
        RefreshingModule,
      ],
      controllers: [
        LinkTokenController,
        HostedLinkController,
        EmbeddingOriginsController,
        BankWayController,
      ],
      providers: [
        HostedLinkMint,
        { provide: PageAddresses, useValue: addresses },
        { provide: SessionOffers, useClass: HostedLinkOffers },
        HostedLinkRepository,
        RedirectUris,
        LinkUrls,
        LinkConsentTexts,
        OfferedInstitutions,
        CreateLinkToken,
        StartRefresh,
        LinkPlaces,
        HandedLogin,
        BeginLogin,
        OpenHostedLink,
        ReadEmbeddingOrigins,
        GetHostedLink,
        StartHostedLogin,
        AnswerHostedAction,
        FinishHostedLink,
        SignedWays,
        BankBrowsers,
        BankPages,
        FindExpectedTraveller,
        ReturnWrites,
        GoToBank,
        ReturnFromBank,
      ],
    };
  }
}
