import { Module } from '@nestjs/common';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { SenderAccountsModule } from '../../parties/payment-accounts/sender-accounts.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CancelPayout } from './cancel-payout.use-case.js';
import { ConfirmPayout } from './confirm-payout.use-case.js';
import { CreatePayout } from './create-payout.use-case.js';
import { FindPayouts } from './find-payouts.query.js';
import { ForgetPayouts } from './forget-payouts.use-case.js';
import { FundPayout } from './fund-payout.js';
import { GetPayout } from './get-payout.query.js';
import { ListPayouts } from './list-payouts.query.js';
import { PayoutBooks } from './payout-books.js';
import { PayoutFollowers } from './payout-followers.js';
import { PayoutFundingConsumer } from './payout-funding.consumer.js';
import { PayoutFunding } from './payout-funding.js';
import { ReadPayoutOrder } from './payout-order.js';
import { ReadPayoutParties } from './payout-parties.js';
import { PayoutController } from './payout.controller.js';
import { PayoutView } from './payout.view.js';
import { PayoutRepository } from './persistence/payout.repository.js';
import { PayoutConversation } from './payout.conversation.js';
import { StartPayout } from './start-payout.use-case.js';

/** Money from settlement accounts to payment users. The banks come from their own global module. */
@Module({
  imports: [
    InstitutionNamesModule,
    LedgerModule,
    PaymentAccountsModule,
    PaymentsModule,
    PaymentUsersModule,
    SenderAccountsModule,
  ],
  controllers: [PayoutController, PayoutFundingConsumer],
  providers: [
    PayoutRepository,
    CancelPayout,
    ConfirmPayout,
    CreatePayout,
    FindPayouts,
    ForgetPayouts,
    FundPayout,
    GetPayout,
    ListPayouts,
    PayoutBooks,
    PayoutFollowers,
    PayoutFunding,
    PayoutView,
    PayoutConversation,
    ReadPayoutOrder,
    ReadPayoutParties,
    StartPayout,
  ],
  exports: [
    FindPayouts,
    ForgetPayouts,
    PayoutFollowers,
    PayoutFunding,
    PayoutView,
    PayoutConversation,
    StartPayout,
  ],
})
export class PayoutsModule {}
