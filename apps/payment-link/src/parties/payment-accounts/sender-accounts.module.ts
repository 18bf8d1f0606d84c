import { Module } from '@nestjs/common';
import { PaymentUsersModule } from '../payment-users/payment-users.module.js';
import { FindSenderAccounts } from './find-sender-accounts.query.js';
import { KeepSenderAccount } from './keep-sender-account.use-case.js';
import { SenderAccountRepository } from './persistence/sender-account.repository.js';
import { SenderAccountView } from './sender-account.view.js';

/** Accounts of payment users as those that pay, for the slices around mandates. */
@Module({
  imports: [PaymentUsersModule],
  providers: [SenderAccountRepository, FindSenderAccounts, KeepSenderAccount, SenderAccountView],
  exports: [FindSenderAccounts, KeepSenderAccount, SenderAccountView],
})
export class SenderAccountsModule {}
