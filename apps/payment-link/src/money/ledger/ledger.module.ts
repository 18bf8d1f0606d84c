import { Module } from '@nestjs/common';
import { BookUnexpectedPayout } from './book-unexpected-payout.use-case.js';
import { HoldFunds } from './hold-funds.use-case.js';
import { KeepUnmatchedMoney } from './keep-unmatched-money.use-case.js';
import { OpenLedgerAccounts } from './open-ledger-accounts.use-case.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { LongTails } from './persistence/long-tails.js';
import { WriteCheckpoints } from './persistence/write-checkpoints.job.js';
import { PostTransfer } from './post-transfer.use-case.js';
import { ReadBalance } from './read-balance.query.js';
import { ReadTransfers } from './read-transfers.query.js';

@Module({
  providers: [
    LedgerRepository,
    LongTails,
    BookUnexpectedPayout,
    HoldFunds,
    KeepUnmatchedMoney,
    OpenLedgerAccounts,
    PostTransfer,
    ReadBalance,
    ReadTransfers,
    WriteCheckpoints,
  ],
  exports: [
    BookUnexpectedPayout,
    HoldFunds,
    KeepUnmatchedMoney,
    OpenLedgerAccounts,
    PostTransfer,
    ReadBalance,
    ReadTransfers,
    WriteCheckpoints,
  ],
})
export class LedgerModule {}
