import { Module } from '@nestjs/common';
import { MoneyModule } from '../money/money.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { MandateChargeConsumer } from './mandate-charges/mandate-charge.consumer.js';
import { MandateChargeConversation } from './mandate-charges/mandate-charge.conversation.js';
import { MandateChargesReads } from './mandate-charges/mandate-charges.reads.js';
import { MandateChargesService } from './mandate-charges/mandate-charges.service.js';
import { MandateDirectoryService } from './mandate-directory/mandate-directory.service.js';
import { MandateMethodsReads } from './mandate-methods/mandate-methods.reads.js';
import { MandateMethodsService } from './mandate-methods/mandate-methods.service.js';
import { MandatePartiesController } from './mandate-parties/mandate-parties.controller.js';
import { MandatePartiesReads } from './mandate-parties/mandate-parties.reads.js';
import { MandatePartiesService } from './mandate-parties/mandate-parties.service.js';
import { MandatePaymentsService } from './mandate-payments/mandate-payments.service.js';

const SHARED = [
  MandateDirectoryService,
  MandateMethodsReads,
  MandateMethodsService,
  MandateChargesReads,
  MandateChargesService,
  MandatePaymentsService,
];

/** Payments by direct debit: the mandates, which another service keeps, and their charges. */
@Module({
  imports: [PartiesModule, MoneyModule],
  controllers: [MandatePartiesController, MandateChargeConsumer],
  providers: [MandatePartiesReads, MandatePartiesService, MandateChargeConversation, ...SHARED],
  exports: SHARED,
})
export class DebitModule {}
