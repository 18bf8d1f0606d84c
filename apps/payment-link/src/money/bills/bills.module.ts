import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { KeptMoneyFollowers } from '../kept-money/kept-money-followers.js';
import { KeptMoneyModule } from '../kept-money/kept-money.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { BillMoneyFollower } from './bill-money-follower.js';
import { BillPaymentConsumer } from './bills.consumer.js';
import { BillController } from './bills.controller.js';
import { BillView } from './bill.view.js';
import { FollowBillPayment } from './follow-bill-payment.use-case.js';
import { ForgetBills } from './forget-bills.use-case.js';
import { GetBill } from './get-bill.query.js';
import { ListBills } from './list-bills.query.js';
import { MoveBill } from './move-bill.use-case.js';
import { PaymentsOfBill } from './payments-of-bill.js';
import { BillRepository } from './persistence/bill.repository.js';
import { ReceiveBill } from './receive-bill.use-case.js';

/** Something to pay: the small slice to copy. */
@Module({
  imports: [InstitutionNamesModule, KeptMoneyModule, PaymentUsersModule, PaymentsModule],
  controllers: [BillController, BillPaymentConsumer],
  providers: [
    BillMoneyFollower,
    BillRepository,
    BillView,
    PaymentsOfBill,
    ReceiveBill,
    FollowBillPayment,
    MoveBill,
    ListBills,
    GetBill,
    ForgetBills,
  ],
  exports: [ForgetBills, MoveBill, ReceiveBill],
})
export class BillsModule implements OnModuleInit {
  constructor(
    private readonly followers: KeptMoneyFollowers,
    private readonly follower: BillMoneyFollower,
  ) {}

  onModuleInit(): void {
    this.followers.register(this.follower);
  }
}
