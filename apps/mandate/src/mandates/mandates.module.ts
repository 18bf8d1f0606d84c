import { Module } from '@nestjs/common';
import { ChecklistsService } from './checklists/checklists.service.js';
import { ConsentsModule } from './consents/consents.module.js';
import { FollowUpSubmission } from './mandates/follow-up-submission.use-case.js';
import { LockedSubmissions } from './mandates/locked-submission.js';
import { followUpSubmissions } from './mandates/follow-up-submissions.job.js';
import { SqlSubmissionRepository } from './mandates/sql-submission.repository.js';
import { SubmissionRepository } from './mandates/submission-ports.js';
import { PursueSubmission } from './mandates/pursue-submission.use-case.js';
import { RecordBankAnswer } from './mandates/record-bank-answer.use-case.js';
import { SendMandate } from './mandates/send-mandate.js';
import { AbandonMandate } from './mandates/abandon-mandate.use-case.js';
import { AuthorizationsAtBanks } from './mandates/authorizations-at-banks.js';
import { AuthorizeByCustomer } from './mandates/authorize-by-customer.use-case.js';
import { AuthorizeMandate } from './mandates/authorize-mandate.use-case.js';
import { CancelMandate } from './mandates/cancel-mandate.use-case.js';
import { CompleteAuthorization } from './mandates/complete-authorization.use-case.js';
import { CreateMandateForSender } from './mandates/create-mandate-for-sender.use-case.js';
import { CreateMandate } from './mandates/create-mandate.use-case.js';
import { DecideTestMandate } from './mandates/decide-test-mandate.use-case.js';
import { EndMandate } from './mandates/end-mandate.use-case.js';
import { GetMandate } from './mandates/get-mandate.query.js';
import { ImportMandate } from './mandates/import-mandate.use-case.js';
import { ListMandates } from './mandates/list-mandates.query.js';
import { ListPlaintextMandates } from './mandates/list-plaintext-mandates.query.js';
import { MandateInternalController } from './mandates/mandate-internal.controller.js';
import { MandateController } from './mandates/mandate.controller.js';
import { AttemptConfirmation } from './mandates/attempt-confirmation.js';
import { PartyDirectory } from './mandates/party-directory.js';
import { endMandates } from './mandates/end-mandates.job.js';
import { CustomerStatements } from './mandates/customer-statements.js';
import { SqlMandateRepository } from './mandates/sql-mandate.repository.js';
import { SensitiveReads } from './mandates/sensitive-reads.js';
import { MandateRepository } from './mandates/ports.js';
import { ReadMandates } from './mandates/read-mandates.query.js';
import { StopMandate } from './mandates/stop-mandate.js';
import { TestMandateController } from './mandates/test-mandate.controller.js';

/** A mandate and its submission to the bank: they change together, so they share a module. */
@Module({
  imports: [ConsentsModule],
  controllers: [MandateController, MandateInternalController, TestMandateController],
  providers: [
    ChecklistsService,
    { provide: MandateRepository, useClass: SqlMandateRepository },
    { provide: SubmissionRepository, useClass: SqlSubmissionRepository },
    PartyDirectory,
    AttemptConfirmation,
    CustomerStatements,
    SensitiveReads,
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
    endMandates,
    LockedSubmissions,
    SendMandate,
    RecordBankAnswer,
    PursueSubmission,
    FollowUpSubmission,
    followUpSubmissions,
  ],
  exports: [
    ChecklistsService,
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
export class MandatesModule {}
