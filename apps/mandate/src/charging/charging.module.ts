import { Module } from '@nestjs/common';
import { MandatesModule } from '../mandates/mandates.module.js';
import { ChargesConsumer } from './charges/charges.consumer.js';
import { DebitsController } from './debits/debits.controller.js';
import { ChargesReads } from './charges/charges.reads.js';
import { ChargesService } from './charges/charges.service.js';
import { DebitConversation } from './debits/debit.conversation.js';

/** Charges of mandates: their limits, and their outcomes at the bank. */
@Module({
  imports: [MandatesModule],
  controllers: [DebitsController, ChargesConsumer],
  providers: [ChargesReads, ChargesService, DebitConversation],
  exports: [ChargesReads, DebitConversation],
})
export class ChargingModule {}
