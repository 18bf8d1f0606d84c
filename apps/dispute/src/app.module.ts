import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { credentialsOf, GatewayCredentials, InternalClient, KeptConnectors } from '@towpath/http';
import { Transactions } from '@towpath/persistence';
import {
  ComparedAgain,
  KeptDifferences,
  OpenQuestionsModule,
  operatedDifferences,
} from '@towpath/reconciliation';
import { AnswerConversation } from './answers/answer.conversation.js';
import { AnswersController } from './answers/answers.controller.js';
import { AnswersService } from './answers/answers.service.js';
import type { DisputeConfig } from './dispute.config.js';
import { DisputesConsumer } from './disputes/disputes.consumer.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { DisputesReads } from './disputes/disputes.reads.js';
import { DisputesService } from './disputes/disputes.service.js';
import { keepDeadlinesJob } from './disputes/keep-deadlines.job.js';
import { PaymentDirectory } from './disputes/payment-directory.js';
import { EvidenceConsumer } from './evidence/evidence.consumer.js';
import { EvidenceService } from './evidence/evidence.service.js';
import { ApplyNotificationsJob } from './notifications/apply-notifications.job.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { ProcessorRegistry, processorRegistry } from './processors/processor-registry.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { DisputesOfPayment } from './operators/disputes-of-payment.teller.js';
import { DisputeResource } from './operators/dispute.resource.js';
import { DisputeFigures } from './operators/dispute.figures.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { TestDisputesController } from './testing/test-disputes.controller.js';
import { TestDisputesService } from './testing/test-disputes.service.js';

/** The questions to processors. */
const QUESTIONS = [{ table: 'dispute_answers', dueAt: 'follow_up_at' }];

/** Disputes are answered and asked about until they end. Simulated processors are of test apps only. */
const keptConnectors: FactoryProvider<KeptConnectors> = {
  provide: KeptConnectors,
  inject: [Transactions, ProcessorRegistry],
  useFactory: (db: Transactions, registry: ProcessorRegistry) =>
    new KeptConnectors(db, [
      {
        what: 'disputes',
        registry,
        live: `app_type = 'LIVE' AND connector <> 'sandbox'`,
        from: `disputes d JOIN customer_app_views USING (customer_app_id)
          WHERE connector IS NOT NULL
            AND d.status IN ('ACTION_REQUIRED', 'UNDEFENDED', 'PROCESSING')`,
      },
    ]),
};

@Module({})
export class AppModule {
  static forRoot(config: DisputeConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [OpenQuestionsModule.forRoot(QUESTIONS)],
      controllers: [
        DisputesController,
        DisputesConsumer,
        EvidenceConsumer,
        AnswersController,
        NotificationsController,
        ReconciliationController,
        TestDisputesController,
      ],
      providers: [
        processorRegistry(config),
        {
          provide: GatewayCredentials,
          inject: [InternalClient],
          useFactory: (client: InternalClient) => credentialsOf(client, config),
        },
        PaymentDirectory,
        EvidenceService,
        DisputesReads,
        DisputesService,
        DisputeResource,
        DisputesOfPayment,
        DisputeFigures,
        keepDeadlinesJob,
        keptConnectors,
        AnswersService,
        AnswerConversation,
        NotificationsService,
        ApplyNotificationsJob,
        KeptDifferences,
        ReconciliationService,
        { provide: ComparedAgain, useExisting: ReconciliationService },
        ...operatedDifferences({
          kind: 'dispute_difference',
          action: 'resolve_dispute_difference',
        }),
        TestDisputesService,
      ],
    };
  }
}
