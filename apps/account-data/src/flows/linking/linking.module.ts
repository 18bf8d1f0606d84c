import { Module } from '@nestjs/common';
import { LinkConsents } from '../../identities/consents/link-consents.js';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { InstitutionsModule } from '../../banks/institutions/institutions.module.js';
import { KnownLogins } from '../../identities/known-logins/known-logins.js';
import { LinkJobsModule } from '../../identities/link-jobs/link-jobs.module.js';
import { LinkKeysModule } from '../../identities/link-keys/link-keys.module.js';
import { LoginIdentitiesModule } from '../../identities/login-identities/login-identities.module.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { LoginBanks } from '../../retrieval/logins/login-banks.js';
import { PursueLogin } from '../../retrieval/logins/pursue-login.use-case.js';
import { RecordLoginAnswer } from '../../retrieval/logins/record-login-answer.js';
import { StartLogin } from '../../retrieval/logins/start-login.js';
import { RecordProduct } from '../../retrieval/retrievals/record-product.js';
import { RetrieveProduct } from '../../retrieval/retrievals/retrieve-product.use-case.js';
import { StartRetrievals } from '../../retrieval/retrievals/start-retrievals.js';
import { LoginIdentityScopesController } from '../../identities/tokens/login-identity-scopes.controller.js';
import { LoginIdentityTokens } from '../../identities/tokens/login-identity-tokens.js';
import { DeleteLoginIdentity } from '../unlinking/delete-login-identity.use-case.js';
import { FinishUnlink } from '../unlinking/finish-unlink.use-case.js';
import { BeginTypedLogin } from './begin-typed-login.js';
import { AnswerAction } from './answer-action.use-case.js';
import { CreateLink } from './create-link.use-case.js';
import { GetLinkStatus } from './get-link-status.query.js';
import { LinkController } from './link.controller.js';
import { OncePerPayload } from './once-per-payload.js';
import { LoginIdentityController } from './login-identity.controller.js';
import { Relink } from './relink.use-case.js';

/** Logins at institutions, from the first field to the erasure. */
@Module({
  imports: [InstitutionsModule, LinkKeysModule, LinkJobsModule, LoginIdentitiesModule],
  controllers: [LinkController, LoginIdentityController, LoginIdentityScopesController],
  providers: [
    ConnectedBanks,
    LoginBanks,
    LoginSecretStore,
    KnownLogins,
    LinkConsents,
    BeginTypedLogin,
    StartLogin,
    RecordLoginAnswer,
    PursueLogin,
    StartRetrievals,
    RecordProduct,
    RetrieveProduct,
    OncePerPayload,
    CreateLink,
    Relink,
    AnswerAction,
    GetLinkStatus,
    LoginIdentityTokens,
    DeleteLoginIdentity,
    FinishUnlink,
  ],
  exports: [
    LoginSecretStore,
    KnownLogins,
    StartLogin,
    ConnectedBanks,
    LinkConsents,
    OncePerPayload,
    AnswerAction,
  ],
})
export class LinkingModule {}
