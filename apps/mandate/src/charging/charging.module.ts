import { Module } from '@nestjs/common';
import { MandatesModule } from '../mandates/mandates.module.js';
import { ChargesConsumer } from './charges/charges.consumer.js';
import { ChargesController } from './charges/charges.controller.js';
import { ChargesReads } from './charges/charges.reads.js';
import { ChargesService } from './charges/charges.service.js';
import { DebitConversation } from './charges/debit.conversation.js';

/** Charges of mandates: their limits, and their outcomes at the bank. */
@Module({
  imports: [MandatesModule],
  controllers: [ChargesController, ChargesConsumer],
  providers: [ChargesReads, ChargesService, DebitConversation],
  exports: [ChargesReads, DebitConversation],
})
export class ChargingModule {}
