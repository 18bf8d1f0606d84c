import { Module, type OnModuleInit } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AddTestBill } from './add-test-bill.use-case.js';
import { BillPaymentConsumer } from './bill-payment.consumer.js';
import { BillController } from './bill.controller.js';
import { BillView } from './bill.view.js';
import { FollowBillPayment } from './follow-bill-payment.use-case.js';
import { ForgetBills } from './forget-bills.use-case.js';
import { GetBill } from './get-bill.query.js';
import { ListBills } from './list-bills.query.js';
import { MoveBill } from './move-bill.use-case.js';
import { PaymentsOfBill } from './payments-of-bill.js';
import { ReadDueBills } from './persistence/read-due-bills.job.js';
import { SqlBillRepository } from './persistence/sql-bill.repository.js';
import { SqlBillSources } from './persistence/sql-bill-sources.js';
import { BillRepository } from './ports.js';
import { ReadBills } from './read-bills.use-case.js';
import { ReceiveBill } from './receive-bill.use-case.js';

/** Something to pay. The billing systems come from their own global module. */
@Module({
  imports: [InstitutionNamesModule, PaymentUsersModule, PaymentsModule],
  controllers: [BillController, BillPaymentConsumer],
  providers: [
    { provide: BillRepository, useClass: SqlBillRepository },
    BillView,
    AddTestBill,
    PaymentsOfBill,
    ReadBills,
    ReadDueBills,
    ReceiveBill,
    SqlBillSources,
    FollowBillPayment,
    MoveBill,
    ListBills,
    GetBill,
    ForgetBills,
  ],
  exports: [ForgetBills, MoveBill],
})
export class BillsModule implements OnModuleInit {
  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly readDue: ReadDueBills,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.readDue);
  }
}
