import { Module } from '@nestjs/common';
import {
  AssessIncome,
  EraseRetrievedData,
  StoreRetrievedBatch,
} from '../institution-connections/retrieved-data.js';
import { ReadIncome } from '../income/read-income.query.js';
import { LoginIdentitiesModule } from '../login-identities/login-identities.module.js';
import { DataOwners } from './data-owners.js';
import { SqlEraseRetrievedData } from './sql-erase-retrieved-data.js';
import { SqlStoreRetrievedBatch } from './sql-store-retrieved-batch.js';

/** What jobs store, what an unlink erases, and whose it is. */
@Module({
  imports: [LoginIdentitiesModule],
  providers: [
    DataOwners,
    ReadIncome,
    { provide: StoreRetrievedBatch, useClass: SqlStoreRetrievedBatch },
    { provide: EraseRetrievedData, useClass: SqlEraseRetrievedData },
    { provide: AssessIncome, useExisting: ReadIncome },
  ],
  exports: [DataOwners, ReadIncome, StoreRetrievedBatch, EraseRetrievedData, AssessIncome],
})
export class RetrievedDataModule {}
