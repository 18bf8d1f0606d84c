import { Module } from '@nestjs/common';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { BillsConsumer } from './bills.consumer.js';
import { BillsController } from './bills.controller.js';
import { BillsReads } from './bills.reads.js';
import { BillsService } from './bills.service.js';

/** Something to pay: the small slice to copy. */
@Module({
  imports: [InstitutionNamesModule, PaymentUsersModule, PaymentsModule],
  controllers: [BillsController, BillsConsumer],
  providers: [BillsReads, BillsService],
  exports: [BillsService],
})
export class BillsModule {}
