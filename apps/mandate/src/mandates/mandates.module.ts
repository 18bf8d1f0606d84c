import { Module, type OnModuleInit } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { ChecklistsModule } from '../authorization/checklists.module.js';
import { ConsentsModule } from '../consents/consents.module.js';
import { InstitutionsModule } from '../institutions/institutions.module.js';
import { FollowUpSubmission } from '../submissions/follow-up-submission.use-case.js';
import { LockedSubmissions } from '../submissions/locked-submission.js';
import { FollowUpSubmissions } from '../submissions/persistence/follow-up-submissions.job.js';
import { SqlSubmissionRepository } from '../submissions/persistence/sql-submission.repository.js';
import { SubmissionRepository } from '../submissions/ports.js';
import { PursueSubmission } from '../submissions/pursue-submission.use-case.js';
import { RecordBankAnswer } from '../submissions/record-bank-answer.use-case.js';
import { SendMandate } from '../submissions/send-mandate.js';
import { AbandonMandate } from './abandon-mandate.use-case.js';
import { AuthorizationsAtBanks } from './authorizations-at-banks.js';
import { AuthorizeByCustomer } from './authorize-by-customer.use-case.js';
import { AuthorizeMandate } from './authorize-mandate.use-case.js';
import { CancelMandate } from './cancel-mandate.use-case.js';
import { CompleteAuthorization } from './complete-authorization.use-case.js';
import { CreateMandateForSender } from './create-mandate-for-sender.use-case.js';
import { CreateMandate } from './create-mandate.use-case.js';
import { DecideTestMandate } from './decide-test-mandate.use-case.js';
import { EndMandate } from './end-mandate.use-case.js';
import { GetMandate } from './get-mandate.query.js';
import { ImportMandate } from './import-mandate.use-case.js';
import { ListMandates } from './list-mandates.query.js';
import { ListPlaintextMandates } from './list-plaintext-mandates.query.js';
import { MandateInternalController } from './mandate-internal.controller.js';
import { MandateController } from './mandate.controller.js';
import { PaymentLinkAttemptConfirmation } from './payment-link-attempt-confirmation.js';
import { PaymentLinkPartyDirectory } from './payment-link-party-directory.js';
import { EndMandates } from './persistence/end-mandates.job.js';
import { SqlCustomerStatements } from './persistence/sql-customer-statements.js';
import { SqlMandateRepository } from './persistence/sql-mandate.repository.js';
import { SqlSensitiveReads } from './persistence/sql-sensitive-reads.js';
import {
  AttemptConfirmation,
  CustomerStatements,
  MandateRepository,
  PartyDirectory,
  SensitiveReads,
} from './ports.js';
import { ReadMandates } from './read-mandates.query.js';
import { StopMandate } from './stop-mandate.js';
import { TestMandateController } from './test-mandate.controller.js';

/** A mandate and its side at the bank: their lives are one, so they share a module. */
@Module({
  imports: [ConsentsModule, ChecklistsModule, InstitutionsModule],
  controllers: [MandateController, MandateInternalController, TestMandateController],
  providers: [
    { provide: MandateRepository, useClass: SqlMandateRepository },
    { provide: SubmissionRepository, useClass: SqlSubmissionRepository },
    { provide: PartyDirectory, useClass: PaymentLinkPartyDirectory },
    { provide: AttemptConfirmation, useClass: PaymentLinkAttemptConfirmation },
    { provide: CustomerStatements, useClass: SqlCustomerStatements },
    { provide: SensitiveReads, useClass: SqlSensitiveReads },
    CreateMandate,
    CreateMandateForSender,
    ImportMandate,
    AuthorizationsAtBanks,
    GetMandate,
    ListMandates,
    ListPlaintextMandates,
    ReadMandates,
    AuthorizeByCustomer,
    AuthorizeMandate,
    CompleteAuthorization,
    StopMandate,
    CancelMandate,
    AbandonMandate,
    DecideTestMandate,
    EndMandate,
    EndMandates,
    LockedSubmissions,
    SendMandate,
    RecordBankAnswer,
    PursueSubmission,
    FollowUpSubmission,
    FollowUpSubmissions,
  ],
  exports: [
    MandateRepository,
    SubmissionRepository,
    PartyDirectory,
    AuthorizeMandate,
    CompleteAuthorization,
    StopMandate,
    CancelMandate,
    AbandonMandate,
    PursueSubmission,
    FollowUpSubmission,
  ],
})
export class MandatesModule implements OnModuleInit {
  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly followUps: FollowUpSubmissions,
    private readonly ends: EndMandates,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.followUps);
    this.dueJobs.register(this.ends);
  }
}
