import { Module } from '@nestjs/common';
import { Collect } from './direct-debit/collect.use-case.js';
import { DebitBooks } from './direct-debit/debit-books.js';
import { MoveMandate } from './direct-debit/move-mandate.use-case.js';
import { RegisterMandate } from './direct-debit/register-mandate.use-case.js';
import { ReverseCollection } from './direct-debit/reverse-collection.use-case.js';
import { SettleDueDebits } from './direct-debit/settle-due-debits.use-case.js';
import { BankBooksRepository } from './direct-debit/persistence/bank-books.repository.js';
import { InstructionsRepository } from './direct-debit/persistence/instructions.repository.js';
import { PayOut } from './payouts/pay-out.use-case.js';
import { BankTransfers } from './transfers/bank-transfers.js';
import { BaseModule } from '../base/base.module.js';
import { AccountFingerprints } from './direct-debit/account-fingerprints.js';
import { SandboxConfig } from '../sandbox.config.js';

/** Accounts at the bank: mandates and collections, payouts, transfers that arrive. */
@Module({
  imports: [BaseModule],
  providers: [
    Collect,
    DebitBooks,
    MoveMandate,
    RegisterMandate,
    ReverseCollection,
    SettleDueDebits,
    BankBooksRepository,
    InstructionsRepository,
    PayOut,
    BankTransfers,
    {
      provide: AccountFingerprints,
      inject: [SandboxConfig],
      useFactory: ({ gatewaySecret }: SandboxConfig) => new AccountFingerprints(gatewaySecret),
    },
  ],
  exports: [
    BankTransfers,
    Collect,
    DebitBooks,
    MoveMandate,
    PayOut,
    RegisterMandate,
    ReverseCollection,
    SettleDueDebits,
  ],
})
export class DebitsModule {}
