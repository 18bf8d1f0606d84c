import { Module } from '@nestjs/common';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { SenderAccountsModule } from '../../parties/payment-accounts/sender-accounts.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { EnsureMandateParties } from './ensure-mandate-parties.use-case.js';
import { FindMandateParties } from './find-mandate-parties.query.js';
import { MandatePartiesController } from './mandate-parties.controller.js';
import { MandateRecipient } from './mandate-recipient.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';

/** Payers and recipients of direct debits, for mandate. */
@Module({
  imports: [PaymentAccountsModule, PaymentUsersModule, SenderAccountsModule],
  controllers: [MandatePartiesController],
  providers: [EnsureMandateParties, FindMandateParties, MandateRecipient, ReadMandateParties],
  exports: [MandateRecipient, ReadMandateParties],
})
export class MandatePartiesModule {}
