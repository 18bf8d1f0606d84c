import { Module } from '@nestjs/common';
import { MandateDirectoryModule } from '../mandate-directory/mandate-directory.module.js';
import { MandateMethodsModule } from '../mandate-methods/mandate-methods.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { AttemptFollowers } from './attempt-followers.js';
import { ChargeStoredMandate } from './charge-stored-mandate.use-case.js';
import { MandateChargeConversation } from './mandate-charge.conversation.js';
import { MandateChargeConsumer } from './mandate-charge.consumer.js';
import { MandateChargesReads } from './mandate-charges.reads.js';
import { MandateChargesService } from './mandate-charges.service.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Payments by direct debit: mandate charges the mandate, and the payment follows here. */
@Module({
  imports: [MandateDirectoryModule, MandateMethodsModule, PartiesModule, MoneyModule],
  controllers: [MandateChargeConsumer],
  providers: [
    AttemptFollowers,
    MandateChargesService,
    MandateChargesReads,
    MandateChargeConversation,
    ChargeStoredMandate,
  ],
  exports: [
    AttemptFollowers,
    ChargeStoredMandate,
    MandateChargeConversation,
    MandateChargesReads,
    MandateChargesService,
  ],
})
export class MandateChargesModule {}
