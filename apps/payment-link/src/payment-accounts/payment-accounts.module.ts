import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { FindRecipients } from './find-recipients.query.js';
import { ListPaymentAccounts } from './list-payment-accounts.query.js';
import { PaymentAccountController } from './payment-account.controller.js';
import { SqlPaymentAccountRepository } from './persistence/sql-payment-account.repository.js';
import { PaymentAccountRepository } from './ports.js';
import { PutSettlementAccount } from './put-settlement-account.use-case.js';

@Module({
  imports: [LedgerModule],
  controllers: [PaymentAccountController],
  providers: [
    { provide: PaymentAccountRepository, useClass: SqlPaymentAccountRepository },
    PutSettlementAccount,
    ListPaymentAccounts,
    FindRecipients,
  ],
  exports: [FindRecipients],
})
export class PaymentAccountsModule {}
