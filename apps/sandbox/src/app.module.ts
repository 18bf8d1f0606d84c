import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { HealthRegistry } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';

import { AccountDataController } from './banks/logins/account-data.controller.js';
import { BankTokens } from './banks/logins/bank-tokens.js';
import { DataLoginUseCase } from './banks/logins/data-logins.js';
import { EndedConsents } from './banks/logins/persistence/ended-consents.repository.js';
import { ReadProductQuery } from './banks/logins/read-product.query.js';
import { BillingBooks } from './gateways/billing/billing-books.js';
import { BillingController } from './gateways/billing/billing.controller.js';
import { BankLoginController } from './banks/logins/bank-login.controller.js';
import { BankPageController } from './banks/bank-page/bank-page.controller.js';
import { BankLoginsRepository } from './banks/logins/persistence/bank-logins.repository.js';
import { LogInUseCase } from './banks/logins/log-in.use-case.js';
import {
  CALLBACK_TIMES,
  CallbackSender,
  type CallbackTimes,
} from './base/callbacks/callback-sender.js';
import { CallbacksRepository } from './base/callbacks/persistence/callbacks.repository.js';
import { CallbackSigners, GatewayProtocols } from './base/callbacks/gateway-protocol.js';
import { CardFieldsController } from './cards/card-fields/card-fields.controller.js';
import { AnswerChallengeUseCase } from './cards/authorizations/answer-challenge.use-case.js';
import { AuthorizeCardUseCase } from './cards/authorizations/authorize-card.use-case.js';
import { CaptureAuthorizationUseCase } from './cards/authorizations/capture-authorization.use-case.js';
import { CardFingerprints } from './cards/authorizations/card-fingerprints.js';
import { FindAuthorizationQuery } from './cards/authorizations/find-authorization.query.js';
import { AuthorizationsRepository } from './cards/authorizations/persistence/authorizations.repository.js';
import { CardTokensRepository } from './cards/authorizations/persistence/card-tokens.repository.js';
import { FindStoredCardQuery } from './cards/authorizations/find-stored-card.query.js';
import { RefundAuthorizationUseCase } from './cards/authorizations/refund-authorization.use-case.js';
import { SettleDueUseCase } from './cards/authorizations/settle-due.use-case.js';
import { StoredCardsController } from './gateways/stored-cards/stored-cards.controller.js';
import { TokenizeCardUseCase } from './cards/authorizations/tokenize-card.use-case.js';
import { VoidAuthorizationUseCase } from './cards/authorizations/void-authorization.use-case.js';
import { ChallengeController } from './cards/challenge/challenge.controller.js';
import { AppClocksRepository } from './control/clock/app-clocks.js';
import { ClockController } from './control/clock/clock.controller.js';
import { DuePoller } from './control/clock/due-poller.js';
import { RunClockUseCase } from './control/clock/run-clock.use-case.js';
import { AccountFingerprints } from './debits/direct-debit/account-fingerprints.js';
import { BankProtocol } from './debits/direct-debit/bank-protocol.js';
import { CollectUseCase } from './debits/direct-debit/collect.use-case.js';
import { LookUpQuery } from './debits/direct-debit/debit-books.js';
import { MoveMandateUseCase } from './debits/direct-debit/move-mandate.use-case.js';
import { ReverseCollectionUseCase } from './debits/direct-debit/reverse-collection.use-case.js';
import { BankBooksRepository } from './debits/direct-debit/persistence/bank-books.repository.js';
import { InstructionsRepository } from './debits/direct-debit/persistence/instructions.repository.js';
import { RegisterMandateUseCase } from './debits/direct-debit/register-mandate.use-case.js';
import { SettleDueDebitsUseCase } from './debits/direct-debit/settle-due-debits.use-case.js';
import { DisputeDocumentsController } from './cards/disputes/dispute-documents.controller.js';
import { DisputesController } from './cards/disputes/disputes.controller.js';
import { MoveDisputeUseCase } from './cards/disputes/move-dispute.use-case.js';
import { OpenDisputeUseCase } from './cards/disputes/open-dispute.use-case.js';
import { CardDisputesRepository } from './cards/disputes/persistence/card-disputes.repository.js';
import { DisputeDocumentsRepository } from './cards/disputes/persistence/dispute-documents.repository.js';
import { Gw1AuthorizationsController } from './gateways/gw1/gw1-authorizations.controller.js';
import { Gw1BooksController } from './gateways/gw1/gw1-books.controller.js';
import { Gw1Protocol } from './gateways/gw1/gw1.protocol.js';
import { Gw2PaymentsController } from './gateways/gw2/gw2-payments.controller.js';
import { Gw2Protocol } from './gateways/gw2/gw2.protocol.js';
import { Gw3CollectionsController } from './gateways/gw3/gw3-collections.controller.js';
import { Gw3MandatesController } from './gateways/gw3/gw3-mandates.controller.js';
import { Gw3PayoutsController } from './gateways/gw3/gw3-payouts.controller.js';
import { Gw3TransfersController } from './gateways/gw3/gw3-transfers.controller.js';
import { Gw3Protocol } from './gateways/gw3/gw3.protocol.js';
import { Gw4IntentsController } from './gateways/gw4/gw4-intents.controller.js';
import { Gw4Protocol } from './gateways/gw4/gw4.protocol.js';
import { AccessGuard } from './base/http/access.guard.js';
import { HealthController } from './base/http/health.controller.js';
import { inputPipe } from './base/http/input.pipe.js';
import { ListeningPorts } from './base/http/listening-ports.js';
import { ServiceTokens } from './base/http/service-tokens.js';
import { RefusalFilter } from './base/http/refusal.filter.js';
import { LedgerController } from './base/ledger/ledger.controller.js';
import { ListSettledQuery } from './base/ledger/list-settled.query.js';
import { ReadLedgerQuery } from './base/ledger/read-ledger.query.js';
import { AssetsController } from './base/pages/assets.controller.js';
import { BankTransfers } from './debits/transfers/bank-transfers.js';
import { PayOutUseCase } from './debits/payouts/pay-out.use-case.js';
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
