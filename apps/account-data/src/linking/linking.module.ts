import { Module } from '@nestjs/common';
import { LinkConsents } from '../consents/link-consents.js';
import { LoginSecretStore } from '../credentials/login-secrets.js';
import { InstitutionsModule } from '../institutions/institutions.module.js';
import { LinkJobsModule } from '../link-jobs/link-jobs.module.js';
import { LinkKeysModule } from '../link-keys/link-keys.module.js';
import { LoginIdentitiesModule } from '../login-identities/login-identities.module.js';
import { ConnectedBanks } from '../logins/connected-bank.js';
import { PursueLogin } from '../logins/pursue-login.use-case.js';
import { RecordLoginAnswer } from '../logins/record-login-answer.js';
import { StartLogin } from '../logins/start-login.js';
import { RecordProduct } from '../retrievals/record-product.js';
import { RetrieveProduct } from '../retrievals/retrieve-product.use-case.js';
import { StartRetrievals } from '../retrievals/start-retrievals.js';
import { LoginIdentityTokens } from '../tokens/login-identity-tokens.js';
import { DeleteLoginIdentity } from '../unlinking/delete-login-identity.use-case.js';
import { FinishUnlink } from '../unlinking/finish-unlink.use-case.js';
import { AnswerAction } from './answer-action.use-case.js';
import { CreateLink, LinkWork } from './create-link.use-case.js';
import { GetLinkStatus } from './get-link-status.query.js';
import { LinkController } from './link.controller.js';
import { LoginIdentityController } from './login-identity.controller.js';
import { Relink } from './relink.use-case.js';

/** Logins at institutions, from the first field typed to the erasure: their lives are one. */
@Module({
  imports: [InstitutionsModule, LinkKeysModule, LinkJobsModule, LoginIdentitiesModule],
  controllers: [LinkController, LoginIdentityController],
  providers: [
    ConnectedBanks,
    LoginSecretStore,
    LinkConsents,
    LinkWork,
    StartLogin,
    RecordLoginAnswer,
    PursueLogin,
    StartRetrievals,
    RecordProduct,
    RetrieveProduct,
    CreateLink,
    Relink,
    AnswerAction,
    GetLinkStatus,
    LoginIdentityTokens,
    DeleteLoginIdentity,
    FinishUnlink,
  ],
  exports: [LoginSecretStore, StartLogin, ConnectedBanks, LinkWork, AnswerAction],
})
export class LinkingModule {}
