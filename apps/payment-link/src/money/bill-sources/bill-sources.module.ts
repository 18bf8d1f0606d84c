import { Module } from '@nestjs/common';
import { BillsModule } from '../bills/bills.module.js';
import { AddTestBill } from './add-test-bill.use-case.js';
import { ReadDueBills } from './persistence/read-due-bills.job.js';
import { SqlBillSources } from './persistence/sql-bill-sources.js';
import { ReadBills } from './read-bills.use-case.js';
import { TestBillController } from './test-bill.controller.js';

/** Reads bills from billing systems, which come from their own global module. */
@Module({
  imports: [BillsModule],
  controllers: [TestBillController],
  providers: [AddTestBill, ReadBills, ReadDueBills, SqlBillSources],
})
export class BillSourcesModule {}
