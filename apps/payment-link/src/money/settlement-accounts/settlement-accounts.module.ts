import { Module } from '@nestjs/common';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PutSettlementAccount } from './put-settlement-account.use-case.js';
import { SettlementAccountController } from './settlement-account.controller.js';

/** Settlement accounts as operators set them up: the account and its books, in one transaction. */
@Module({
  imports: [LedgerModule, PaymentAccountsModule],
  controllers: [SettlementAccountController],
  providers: [PutSettlementAccount],
})
export class SettlementAccountsModule {}
