import { Module } from '@nestjs/common';
import { CardFieldsController } from './card-fields/card-fields.controller.js';
import { ChallengeController } from './challenge/challenge.controller.js';
import { DisputeDocumentsController } from './disputes/dispute-documents.controller.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { AnswerChallenge } from './authorizations/answer-challenge.use-case.js';
import { AuthorizeCard } from './authorizations/authorize-card.use-case.js';
import { CaptureAuthorization } from './authorizations/capture-authorization.use-case.js';
import { FindAuthorization } from './authorizations/find-authorization.query.js';
import { FindStoredCard } from './authorizations/find-stored-card.query.js';
import { ForgetStaleTokens } from './authorizations/forget-stale-tokens.use-case.js';
import { RefundAuthorization } from './authorizations/refund-authorization.use-case.js';
import { SettleDue } from './authorizations/settle-due.use-case.js';
import { TokenizeCard } from './authorizations/tokenize-card.use-case.js';
import { VoidAuthorization } from './authorizations/void-authorization.use-case.js';
import { AuthorizationsRepository } from './authorizations/persistence/authorizations.repository.js';
import { CardTokensRepository } from './authorizations/persistence/card-tokens.repository.js';
import { CardDisputes } from './disputes/card-disputes.js';
import { CardDisputesRepository } from './disputes/persistence/card-disputes.repository.js';
import { DisputeDocumentsRepository } from './disputes/persistence/dispute-documents.repository.js';
import { BaseModule } from '../base/base.module.js';
import { CardFingerprints } from './authorizations/card-fingerprints.js';
import { CaptureFollower } from './authorizations/ports.js';
import { DisputeAtCapture } from './disputes/dispute-at-capture.js';
import { SandboxConfig } from '../sandbox.config.js';

/** Cards at every gateway: authorizations, their disputes, and the pages of cardholders. */
@Module({
  imports: [BaseModule],
  controllers: [
    CardFieldsController,
    ChallengeController,
    DisputeDocumentsController,
    DisputesController,
  ],
  providers: [
    AnswerChallenge,
    AuthorizeCard,
    CaptureAuthorization,
    FindAuthorization,
    FindStoredCard,
    ForgetStaleTokens,
    RefundAuthorization,
    SettleDue,
    TokenizeCard,
    VoidAuthorization,
    AuthorizationsRepository,
    CardTokensRepository,
    CardDisputes,
    CardDisputesRepository,
    DisputeDocumentsRepository,
    { provide: CaptureFollower, useClass: DisputeAtCapture },
    {
      provide: CardFingerprints,
      inject: [SandboxConfig],
      useFactory: ({ gatewaySecret }: SandboxConfig) => new CardFingerprints(gatewaySecret),
    },
  ],
  exports: [
    AuthorizeCard,
    CaptureAuthorization,
    FindAuthorization,
    FindStoredCard,
    ForgetStaleTokens,
    RefundAuthorization,
    SettleDue,
    VoidAuthorization,
  ],
})
export class CardsModule {}
