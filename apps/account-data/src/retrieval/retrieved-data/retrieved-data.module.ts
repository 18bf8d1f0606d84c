import { Module } from '@nestjs/common';
import {
  EraseRetrievedData,
  StoreRetrievedBatch,
} from '../../banks/institution-connections/retrieved-data.js';
import { LoginIdentitiesModule } from '../../identities/login-identities/login-identities.module.js';
import { DataOwners } from './data-owners.js';
import { DerivedIds } from './derived-ids.js';
import { SqlEraseRetrievedData } from './sql-erase-retrieved-data.js';
import { SqlStoreRetrievedBatch } from './sql-store-retrieved-batch.js';

/** The data that jobs store and an unlink erases, and its owners. */
@Module({
  imports: [LoginIdentitiesModule],
  providers: [
    DataOwners,
    DerivedIds,
    { provide: StoreRetrievedBatch, useClass: SqlStoreRetrievedBatch },
    { provide: EraseRetrievedData, useClass: SqlEraseRetrievedData },
  ],
  exports: [DataOwners, DerivedIds, StoreRetrievedBatch, EraseRetrievedData],
})
export class RetrievedDataModule {}
