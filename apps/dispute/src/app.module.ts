import { Module, type DynamicModule } from '@nestjs/common';
import { AnswersModule } from './answers/answers.module.js';
import type { DisputeConfig } from './dispute.config.js';
import { DisputesModule } from './disputes/disputes.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { ProcessorsModule } from './processors/processors.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { ReturnsModule } from './returns/returns.module.js';
import { TestingModule } from './testing/testing.module.js';

/** The slices of this service. */
@Module({})
export class AppModule {
  static forRoot(config: DisputeConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ProcessorsModule.forRoot(config),
        DisputesModule,
        AnswersModule,
        NotificationsModule,
        ReconciliationModule,
        ReturnsModule,
        TestingModule,
      ],
    };
  }
}
