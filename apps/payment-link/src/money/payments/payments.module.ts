import { Module } from '@nestjs/common';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { SenderAccountsModule } from '../../parties/payment-accounts/sender-accounts.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { PaymentDisputesModule } from '../payment-disputes/payment-disputes.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { AdvancePayment } from './advance-payment.use-case.js';
import { FindDisputedPayment } from './find-disputed-payment.query.js';
import { FindPaymentsOfReference } from './find-payments-of-reference.query.js';
import { FindPayments } from './find-payments.query.js';
import { GetPayment } from './get-payment.query.js';
import { ListPaymentRefunds } from './list-payment-refunds.query.js';
import { ListPayments } from './list-payments.query.js';
import { LockFunds } from './lock-funds.js';
import { PaymentInternalController } from './payment-internal.controller.js';
import { PaymentRefundsController } from './payment-refunds.controller.js';
import { PaymentController } from './payment.controller.js';
import { PaymentView } from './payment.view.js';
import { PaymentRepository } from './persistence/payment.repository.js';
import { ReserveRefund } from './reserve-refund.use-case.js';
import { StartLinkPayment } from './start-link-payment.use-case.js';
import { UpdatePayment } from './update-payment.use-case.js';

@Module({
  imports: [
    InstitutionNamesModule,
    LedgerModule,
    PaymentAccountsModule,
    PaymentDisputesModule,
    PaymentUsersModule,
    RefundsModule,
    SenderAccountsModule,
  ],
  controllers: [PaymentController, PaymentInternalController, PaymentRefundsController],
  providers: [
    PaymentRepository,
    StartLinkPayment,
    AdvancePayment,
    FindDisputedPayment,
    FindPayments,
    FindPaymentsOfReference,
    GetPayment,
    ListPayments,
    ListPaymentRefunds,
    LockFunds,
    PaymentView,
    ReserveRefund,
    UpdatePayment,
  ],
  exports: [
    StartLinkPayment,
    AdvancePayment,
    FindPayments,
    FindPaymentsOfReference,
    GetPayment,
    LockFunds,
    ReserveRefund,
  ],
})
export class PaymentsModule {}
