import { Module, type DynamicModule, type OnModuleInit, type Type } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { PaymentsModule } from '../../money/payments/payments.module.js';
import { ChargeGateways } from './charge-gateways.query.js';
import { ChargeController } from './charge.controller.js';
import { CreatePayment } from './create-payment.use-case.js';
import { FollowUpCharge } from './follow-up-charge.use-case.js';
import { LockedCharges } from './locked-charge.js';
import { FollowUpCharges } from './persistence/follow-up-charges.job.js';
import { SqlChargeRepository } from './persistence/sql-charge.repository.js';
import { ChargeRepository } from './ports.js';
import { PursueCharge } from './pursue-charge.use-case.js';
import { RecordChargeAnswer } from './record-charge-answer.use-case.js';
import { StartCharge } from './start-charge.js';

/** Payments that a customer app starts without the payer, by a stored card or a mandate. */
@Module({})
export class ChargesModule implements OnModuleInit {
  /** @param gateways the module that provides the card gateways */
  static forRoot(gateways: DynamicModule | Type): DynamicModule {
    return {
      module: ChargesModule,
      imports: [
        gateways,
        InstitutionNamesModule,
        MandateChargesModule,
        PaymentAccountsModule,
        PaymentMethodsModule,
        PaymentUsersModule,
        PaymentsModule,
      ],
      controllers: [ChargeController],
      providers: [
        { provide: ChargeRepository, useClass: SqlChargeRepository },
        CreatePayment,
        StartCharge,
        LockedCharges,
        RecordChargeAnswer,
        PursueCharge,
        FollowUpCharge,
        FollowUpCharges,
        ChargeGateways,
      ],
      exports: [ChargeGateways, FollowUpCharge, PursueCharge],
    };
  }

  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly followUps: FollowUpCharges,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.followUps);
  }
}
