import { Module } from '@nestjs/common';
import { BaseModule } from '../base/base.module.js';
import { DebitsService } from './direct-debit/debits.service.js';
import { BankPayoutsService } from './payouts/bank-payouts.service.js';
import { BankTransfersService } from './transfers/bank-transfers.service.js';

/** Accounts at the bank: mandates and collections, payouts, transfers that arrive. */
@Module({
  imports: [BaseModule],
  providers: [DebitsService, BankPayoutsService, BankTransfersService],
  exports: [DebitsService, BankPayoutsService, BankTransfersService],
})
export class DebitsModule {}
