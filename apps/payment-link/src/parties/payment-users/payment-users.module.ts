import { Module } from '@nestjs/common';
import { ContentHash } from '../../persistence/content-hash.js';
import { AnswerAutopay } from './answer-autopay.use-case.js';
import { CreatePaymentUser } from './create-payment-user.use-case.js';
import { EnsureSender } from './ensure-sender.use-case.js';
import { ForgetPaymentUser } from './forget-payment-user.use-case.js';
import { GetPaymentUser } from './get-payment-user.query.js';
import { LockPaymentUser } from './lock-payment-user.use-case.js';
import { ListSenders } from './list-senders.query.js';
import { PaymentUserController } from './payment-user.controller.js';
import { PaymentUserView } from './payment-user.view.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';
import { UpdatePaymentUser } from './update-payment-user.use-case.js';

@Module({
  controllers: [PaymentUserController],
  providers: [
    PaymentUserRepository,
    ContentHash,
    CreatePaymentUser,
    UpdatePaymentUser,
    GetPaymentUser,
    AnswerAutopay,
    EnsureSender,
    ForgetPaymentUser,
    LockPaymentUser,
    ListSenders,
    PaymentUserView,
  ],
  exports: [
    AnswerAutopay,
    EnsureSender,
    ForgetPaymentUser,
    LockPaymentUser,
    ListSenders,
    PaymentUserView,
  ],
})
export class PaymentUsersModule {}
