import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { PaymentsModule } from '../../money/payments/payments.module.js';
import { ChargeGateways } from './charge-gateways.query.js';
import { FollowUpCharge } from './follow-up-charge.use-case.js';
import { LockedCharges } from './locked-charge.js';
import { followUpCharges } from './persistence/follow-up-charges.job.js';
import { ChargeRepository } from './persistence/charge.repository.js';
import { PursueCharge } from './pursue-charge.use-case.js';
import { RecordChargeAnswer } from './charge.conversation.js';
import { StartCharge } from './charges.service.js';

/** Payments that a customer app starts without the payer, by a stored card. */
@Module({})
export class ChargesModule {
  /** @param gateways the module that provides the card gateways */
  static forRoot(gateways: DynamicModule | Type): DynamicModule {
    return {
      module: ChargesModule,
      imports: [
        gateways,
        PaymentAccountsModule,
        PaymentMethodsModule,
        PaymentUsersModule,
        PaymentsModule,
      ],
      providers: [
        ChargeRepository,
        StartCharge,
        LockedCharges,
        RecordChargeAnswer,
        PursueCharge,
        FollowUpCharge,
        followUpCharges,
        ChargeGateways,
      ],
      exports: [ChargeGateways, FollowUpCharge, PursueCharge, StartCharge],
    };
  }
}
