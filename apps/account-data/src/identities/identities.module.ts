import { Global, Module } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { KeyRotation } from '@towpath/service';
import { KnownLoginsService } from './credentials/known-logins.service.js';
import { LoginSecretsService } from './credentials/login-secrets.service.js';
import { LinkJobsService } from './link-jobs/link-jobs.service.js';
import { LinkKeysController } from './link-keys/link-keys.controller.js';
import { LinkKeysService } from './link-keys/link-keys.service.js';
import { PayloadsService } from './link-keys/payloads.service.js';
import { LoginIdentitiesController } from './login-identities/login-identities.controller.js';
import { LoginIdentitiesReads } from './login-identities/login-identities.reads.js';
import { LoginIdentitiesService } from './login-identities/login-identities.service.js';

/** Login identities, their secrets and pending work, and the keys that users encrypt to. */
@Global()
@Module({
  controllers: [LoginIdentitiesController, LinkKeysController],
  providers: [
    LoginIdentitiesService,
    LoginIdentitiesReads,
    LinkJobsService,
    LoginSecretsService,
    KnownLoginsService,
    LinkKeysService,
    PayloadsService,
    {
      provide: KeyRotation,
      inject: [LinkKeysService, LOGGER],
      useFactory: (keys: LinkKeysService, logger: Logger) => new KeyRotation(keys, logger),
    },
  ],
  exports: [
    LoginIdentitiesService,
    LoginIdentitiesReads,
    LinkJobsService,
    LoginSecretsService,
    KnownLoginsService,
    PayloadsService,
  ],
})
export class IdentitiesModule {}
