import { Module } from '@nestjs/common';
import { BaseModule } from '../base/base.module.js';
import { SandboxConfig } from '../sandbox.config.js';
import { AccountFingerprints } from './direct-debit/account-fingerprints.js';
import { BankBooksService } from './direct-debit/bank-books.service.js';
import { DebitsService } from './direct-debit/debits.service.js';
import { BankPayoutsService } from './payouts/bank-payouts.service.js';
import { BankTransfersService } from './transfers/bank-transfers.service.js';

/** Accounts at the bank: mandates and collections, payouts, transfers that arrive. */
@Module({
  imports: [BaseModule],
  providers: [
    BankBooksService,
    BankPayoutsService,
    BankTransfersService,
    DebitsService,
    {
      provide: AccountFingerprints,
      inject: [SandboxConfig],
      useFactory: ({ gatewaySecret }: SandboxConfig) => new AccountFingerprints(gatewaySecret),
    },
  ],
  exports: [BankPayoutsService, BankTransfersService, DebitsService],
})
export class DebitsModule {}
