import { Module, type DynamicModule } from '@nestjs/common';
import { ChargeAuthorizedMandate } from './charge-authorized-mandate.js';
import { ChargeSavedMandate } from './charge-saved-mandate.use-case.js';
import { ConfirmAttempt } from './confirm-attempt.use-case.js';
import { FollowMandate } from './follow-mandate.use-case.js';
import { HearMandate } from './hear-mandate.use-case.js';
import { MandateAttemptController } from './mandate-attempt.controller.js';
import { MandateConsumer } from './mandate.consumer.js';
import { SettleLinkPayment } from './settle-link-payment.use-case.js';
import { DebitModule } from '../../debit/debit.module.js';

/**
 * Payment links by direct debit: which mandate may become active, the next step, and collected
 * money.
 */
@Module({})
export class MandateAttemptsModule {
  static forRoot(paymentLinks: DynamicModule): DynamicModule {
    return {
      module: MandateAttemptsModule,
      imports: [paymentLinks, DebitModule],
      controllers: [MandateAttemptController, MandateConsumer],
      providers: [
        ConfirmAttempt,
        FollowMandate,
        HearMandate,
        ChargeAuthorizedMandate,
        ChargeSavedMandate,
        SettleLinkPayment,
      ],
      exports: [ChargeSavedMandate],
    };
  }
}
