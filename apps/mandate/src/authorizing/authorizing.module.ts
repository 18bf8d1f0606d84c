import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess } from '@towpath/config';
import { ConnectorClient, LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { KeyedHash } from '@towpath/persistence';
import { KeyRotation, LoginGuesses } from '@towpath/service';
import { BankUnavailable } from '../banks/direct-debit/ports.js';
import type { MandateConfig } from '../mandate.config.js';
import { MandatesModule } from '../mandates/mandates.module.js';
import { AuthorizationsController } from './authorization/authorizations.controller.js';
import { AuthorizationsReads } from './authorization/authorizations.reads.js';
import { AuthorizationsService } from './authorization/authorizations.service.js';
import { ChecklistCompletionService } from './authorization/checklist-completion.service.js';
import { ChecklistSubmissionsService } from './authorization/checklist-submissions.service.js';
import { FinishChecklistsJob } from './authorization/finish-checklists.job.js';
import { InstitutionLogins } from './institutions/institution-login.js';
import { InstitutionLoginsController } from './institution-logins/institution-logins.controller.js';
import { InstitutionLoginsService } from './institution-logins/institution-logins.service.js';
import { OfferedInstitutionsReads } from './institutions/offered-institutions.reads.js';
import { SandboxInstitution } from './institutions/sandbox-institution.js';
import { ChecklistKeysController } from './checklist-keys/checklist-keys.controller.js';
import { ChecklistKeysService } from './checklist-keys/checklist-keys.service.js';
import { HostedMandatesController } from './hosted/hosted-mandates.controller.js';
import { HostedMandatesReads } from './hosted/hosted-mandates.reads.js';
import { HostedMandatesService } from './hosted/hosted-mandates.service.js';
import { LinkDraftsConsumer } from './link-drafts/link-drafts.consumer.js';
import { LinkDraftsController } from './link-drafts/link-drafts.controller.js';
import { LinkDraftsService } from './link-drafts/link-drafts.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { PublicAddresses, SessionsService } from './sessions/sessions.service.js';

/** Payers authorize mandates: sessions, institution, checklist, hosted page. */
@Module({})
export class AuthorizingModule {
  static forRoot(config: MandateConfig): DynamicModule {
    return {
      module: AuthorizingModule,
      imports: [MandatesModule],
      controllers: [
        AuthorizationsController,
        ChecklistKeysController,
        HostedMandatesController,
        InstitutionLoginsController,
        LinkDraftsConsumer,
        LinkDraftsController,
        SessionsController,
      ],
      providers: [
        AuthorizationsReads,
        AuthorizationsService,
        ChecklistCompletionService,
        ChecklistKeysService,
        ChecklistSubmissionsService,
        FinishChecklistsJob,
        HostedMandatesReads,
        HostedMandatesService,
        InstitutionLoginsService,
        LinkDraftsService,
        OfferedInstitutionsReads,
        SessionsService,
        { provide: PublicAddresses, useValue: addressesOf(config) },
        { provide: InstitutionLogins, useValue: new InstitutionLogins(institutionsOf(config)) },
        {
          provide: LoginGuesses,
          inject: [KeyedHash],
          useFactory: (hash: KeyedHash) => new LoginGuesses(hash),
        },
        {
          provide: KeyRotation,
          inject: [ChecklistKeysService, LOGGER],
          useFactory: (keys: ChecklistKeysService, logger: Logger) => new KeyRotation(keys, logger),
        },
      ],
      exports: [AuthorizationsService],
    };
  }
}

function addressesOf({ publicApiUrl, publicPagesUrl }: MandateConfig): PublicAddresses {
  return {
    apiUrl: publicApiUrl.replace(/\/+$/, ''),
    pagesUrl: publicPagesUrl.replace(/\/+$/, ''),
  };
}

function institutionsOf(config: MandateConfig): SandboxInstitution[] {
  const sandbox = sandboxAccess(config);
  if (!sandbox) return [];
  const { url: baseUrl, publicUrl, secret } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new BankUnavailable('sandbox institutions', reason),
  });
  return [new SandboxInstitution({ http, publicUrl })];
}
