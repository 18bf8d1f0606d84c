import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { HealthRegistry } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';

import { AccountDataController } from './account-data/account-data.controller.js';
import { BankTokens } from './account-data/bank-tokens.js';
import { DataLoginUseCase } from './account-data/data-login.use-case.js';
import { EndedConsents } from './account-data/ended-consents.repository.js';
import { ReadProductQuery } from './account-data/read-product.query.js';
import { BillingBooks } from './billing/billing-books.js';
import { BillingController } from './billing/billing.controller.js';
import { BankLoginController } from './bank-login/bank-login.controller.js';
import { BankPageController } from './bank-login/bank-page.controller.js';
import { BankLoginsRepository } from './bank-login/bank-logins.repository.js';
import { LogInUseCase } from './bank-login/log-in.use-case.js';
import { CALLBACK_TIMES, CallbackSender, type CallbackTimes } from './callbacks/callback-sender.js';
import { CallbacksRepository } from './callbacks/callbacks.repository.js';
import { CallbackSigners, GatewayProtocols } from './callbacks/gateway-protocol.js';
import { CardFieldsController } from './card-fields/card-fields.controller.js';
import { AnswerChallengeUseCase } from './cards/answer-challenge.use-case.js';
import { AuthorizeCardUseCase } from './cards/authorize-card.use-case.js';
import { CaptureAuthorizationUseCase } from './cards/capture-authorization.use-case.js';
import { CardFingerprints } from './cards/card-fingerprints.js';
import { FindAuthorizationQuery } from './cards/find-authorization.query.js';
import { AuthorizationsRepository } from './cards/persistence/authorizations.repository.js';
import { CardTokensRepository } from './cards/persistence/card-tokens.repository.js';
import { FindStoredCardQuery } from './cards/find-stored-card.query.js';
import { RefundAuthorizationUseCase } from './cards/refund-authorization.use-case.js';
import { SettleDueUseCase } from './cards/settle-due.use-case.js';
import { StoredCardsController } from './cards/stored-cards.controller.js';
import { TokenizeCardUseCase } from './cards/tokenize-card.use-case.js';
import { VoidAuthorizationUseCase } from './cards/void-authorization.use-case.js';
import { ChallengeController } from './challenge/challenge.controller.js';
import { AppClocksRepository } from './clock/app-clocks.repository.js';
import { ClockController } from './clock/clock.controller.js';
import { DuePoller } from './clock/due-poller.js';
import { RunClockUseCase } from './clock/run-clock.use-case.js';
import { AccountFingerprints } from './direct-debit/account-fingerprints.js';
import { BankProtocol } from './direct-debit/bank-protocol.js';
import { CollectUseCase } from './direct-debit/collect.use-case.js';
import { LookUpQuery } from './direct-debit/look-up.query.js';
import { MoveMandateUseCase } from './direct-debit/move-mandate.use-case.js';
import { ReverseCollectionUseCase } from './direct-debit/reverse-collection.use-case.js';
import { BankBooksRepository } from './direct-debit/persistence/bank-books.repository.js';
import { InstructionsRepository } from './direct-debit/persistence/instructions.repository.js';
import { RegisterMandateUseCase } from './direct-debit/register-mandate.use-case.js';
import { SettleDueDebitsUseCase } from './direct-debit/settle-due-debits.use-case.js';
import { DisputeDocumentsController } from './disputes/dispute-documents.controller.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { MoveDisputeUseCase } from './disputes/move-dispute.use-case.js';
import { OpenDisputeUseCase } from './disputes/open-dispute.use-case.js';
import { CardDisputesRepository } from './disputes/persistence/card-disputes.repository.js';
import { DisputeDocumentsRepository } from './disputes/persistence/dispute-documents.repository.js';
import { Gw1AuthorizationsController } from './gw1/gw1-authorizations.controller.js';
import { Gw1BooksController } from './gw1/gw1-books.controller.js';
import { Gw1Protocol } from './gw1/gw1.protocol.js';
import { Gw2PaymentsController } from './gw2/gw2-payments.controller.js';
import { Gw2Protocol } from './gw2/gw2.protocol.js';
import { Gw3CollectionsController } from './gw3/gw3-collections.controller.js';
import { Gw3MandatesController } from './gw3/gw3-mandates.controller.js';
import { Gw3PayoutsController } from './gw3/gw3-payouts.controller.js';
import { Gw3TransfersController } from './gw3/gw3-transfers.controller.js';
import { Gw3Protocol } from './gw3/gw3.protocol.js';
import { Gw4IntentsController } from './gw4/gw4-intents.controller.js';
import { Gw4Protocol } from './gw4/gw4.protocol.js';
import { AccessGuard } from './http/access.guard.js';
import { HealthController } from './http/health.controller.js';
import { inputPipe } from './http/input.pipe.js';
import { ListeningPorts } from './http/listening-ports.js';
import { ServiceTokens } from './http/service-tokens.js';
import { RefusalFilter } from './http/refusal.filter.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { ListSettledQuery } from './ledger/list-settled.query.js';
import { ReadLedgerQuery } from './ledger/read-ledger.query.js';
import { AssetsController } from './pages/assets.controller.js';
import { BankTransfers } from './transfers/bank-transfers.js';
import { PayOutUseCase } from './payouts/pay-out.use-case.js';
import { SandboxConfig } from './sandbox.config.js';
import { SandboxLogger } from './sandbox-logger.js';

/**
 * Parts that `startSandbox` creates before the module, because they outlive it or come from
 * outside.
 */
export interface SandboxParts {
  readonly config: SandboxConfig;
  readonly logger: SandboxLogger;
  readonly transactions: Transactions;
  readonly health: HealthRegistry;
  readonly ports: ListeningPorts;
  readonly serviceTokens: ServiceTokens;
  readonly callbackTimes: CallbackTimes;
}

const SHARED = [
  AnswerChallengeUseCase,
  AppClocksRepository,
  AuthorizationsRepository,
  AuthorizeCardUseCase,
  BankBooksRepository,
  BillingBooks,
  BankLoginsRepository,
  CallbackSender,
  CallbacksRepository,
  CaptureAuthorizationUseCase,
  CardDisputesRepository,
  DisputeDocumentsRepository,
  CardTokensRepository,
  CollectUseCase,
  ReverseCollectionUseCase,
  BankTransfers,
  DataLoginUseCase,
  DuePoller,
  EndedConsents,
  FindAuthorizationQuery,
  FindStoredCardQuery,
  InstructionsRepository,
  ListSettledQuery,
  LogInUseCase,
  LookUpQuery,
  MoveDisputeUseCase,
  MoveMandateUseCase,
  OpenDisputeUseCase,
  PayOutUseCase,
  ReadLedgerQuery,
  ReadProductQuery,
  RefundAuthorizationUseCase,
  RegisterMandateUseCase,
  RunClockUseCase,
  SettleDueDebitsUseCase,
  SettleDueUseCase,
  TokenizeCardUseCase,
  VoidAuthorizationUseCase,
];

const GATEWAY_CONTROLLERS = [
  AccountDataController,
  AssetsController,
  BankLoginController,
  BankPageController,
  BillingController,
  CardFieldsController,
  ChallengeController,
  DisputeDocumentsController,
  DisputesController,
  Gw1AuthorizationsController,
  Gw1BooksController,
  Gw2PaymentsController,
  Gw3CollectionsController,
  Gw3MandatesController,
  Gw3PayoutsController,
  Gw3TransfersController,
  Gw4IntentsController,
  StoredCardsController,
];

/** Format and signature of each party's call-backs. */
function protocolsWith(secret: string) {
  const cards = [new Gw1Protocol(secret), new Gw2Protocol(secret), new Gw4Protocol(secret)];
  const bank = new Gw3Protocol(secret);
  return [
    { provide: GatewayProtocols, useValue: new GatewayProtocols(cards) },
    { provide: BankProtocol, useValue: bank },
    { provide: CallbackSigners, useValue: new CallbackSigners([...cards, bank]) },
  ];
}

/** The only file that knows every part. A further gateway adds its controllers and its protocol. */
@Module({})
export class AppModule {
  static with(parts: SandboxParts): DynamicModule {
    const { gatewaySecret } = parts.config;
    return {
      module: AppModule,
      controllers: [...GATEWAY_CONTROLLERS, LedgerController, ClockController, HealthController],
      providers: [
        ...SHARED,
        { provide: SandboxConfig, useValue: parts.config },
        { provide: SandboxLogger, useValue: parts.logger },
        { provide: Transactions, useValue: parts.transactions },
        { provide: HealthRegistry, useValue: parts.health },
        { provide: ListeningPorts, useValue: parts.ports },
        { provide: ServiceTokens, useValue: parts.serviceTokens },
        { provide: CALLBACK_TIMES, useValue: parts.callbackTimes },
        { provide: CardFingerprints, useValue: new CardFingerprints(gatewaySecret) },
        { provide: BankTokens, useValue: new BankTokens(gatewaySecret) },
        { provide: AccountFingerprints, useValue: new AccountFingerprints(gatewaySecret) },
        ...protocolsWith(gatewaySecret),
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: APP_PIPE, useFactory: inputPipe },
      ],
    };
  }
}
