import { Module } from '@nestjs/common';
import { PaymentAccountsModule } from '../payment-accounts/payment-accounts.module.js';
import { PaymentUsersModule } from '../payment-users/payment-users.module.js';
import { EnsureMandateParties } from './ensure-mandate-parties.use-case.js';
import { MandatePartiesController } from './mandate-parties.controller.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';

/** Who pays and who receives by direct debit, for the service that keeps the mandates. */
@Module({
  imports: [PaymentAccountsModule, PaymentUsersModule],
  controllers: [MandatePartiesController],
  providers: [EnsureMandateParties, ReadMandateParties],
})
export class MandatePartiesModule {}
