import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ChecklistKeysModule } from '../checklist-keys/checklist-keys.module.js';
import type { MandateConfig } from '../../mandate.config.js';
import { MandatesModule } from '../../mandates/mandates.module.js';
import { AcceptSubmission } from './accept-submission.js';
import { AuthorizationController } from './authorization.controller.js';
import { ChecklistView } from './checklist.view.js';
import { EncryptionInfo } from './encryption-info.query.js';
import { FindExpectedReturn } from './expected-return.query.js';
import { FinishChecklist } from './finish-checklist.use-case.js';
import { GetMandateAuth } from './get-mandate-auth.query.js';
import { LoginGuesses } from '@towpath/service';
import { KeyedHash } from '@towpath/persistence';
import { InstitutionLogins } from './institution-logins.js';
import { ListOfferedInstitutions } from './list-offered-institutions.query.js';
import { LockedChecklists } from './locked-checklist.js';
import { OpenSubmission } from './open-submission.js';
import { FinishChecklists } from './persistence/finish-checklists.job.js';
import { RecordRedirectLogin } from './record-redirect-login.js';
import { RecordSubmission } from './record-submission.js';
import { ReturnFromInstitution } from './return-from-institution.use-case.js';
import { SandboxInstitution } from './sandbox/sandbox-institution.js';
import { SelectInstitution } from './select-institution.use-case.js';
import { StartInstitutionLogin } from './start-institution-login.use-case.js';
import { SubmitChecklist } from './submit-checklist.use-case.js';
import { BankUnavailable } from '../../banks/direct-debit/ports.js';

/** The authorization of mandates by payers: institution, checklist, results. */
@Module({})
export class AuthorizationModule {
  static forRoot(config: MandateConfig, sessions: DynamicModule): DynamicModule {
    return {
      module: AuthorizationModule,
      imports: [MandatesModule, ChecklistKeysModule, sessions],
      controllers: [AuthorizationController],
      providers: [
        { provide: InstitutionLogins, useFactory: () => loginsOf(config) },
        {
          provide: LoginGuesses,
          inject: [KeyedHash],
          useFactory: (hash: KeyedHash) => new LoginGuesses(hash),
        },
        AcceptSubmission,
        ChecklistView,
        EncryptionInfo,
        FindExpectedReturn,
        FinishChecklist,
        FinishChecklists,
        GetMandateAuth,
        ListOfferedInstitutions,
        LockedChecklists,
        OpenSubmission,
        RecordRedirectLogin,
        RecordSubmission,
        ReturnFromInstitution,
        SelectInstitution,
        StartInstitutionLogin,
        SubmitChecklist,
      ],
      exports: [
        GetMandateAuth,
        LockedChecklists,
        ReturnFromInstitution,
        SelectInstitution,
        StartInstitutionLogin,
      ],
    };
  }
}

function loginsOf(config: MandateConfig): InstitutionLogins {
  const sandbox = sandboxAccess(config);
  if (!sandbox) return new InstitutionLogins([]);
  const { url: baseUrl, publicUrl, secret } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new BankUnavailable('sandbox institutions', reason),
  });
  return new InstitutionLogins([new SandboxInstitution({ http, publicUrl })]);
}
