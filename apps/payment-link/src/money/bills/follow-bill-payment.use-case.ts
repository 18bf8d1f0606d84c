import { Injectable } from '@nestjs/common';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { PaymentsOfBill } from './payments-of-bill.js';
import { BillRepository } from './persistence/bill.repository.js';
import type { BillReference } from './ports.js';

/**
 * Moves a bill to where its payments put it. All of them are read, under a lock of the bill. The
 * order and number of their reports therefore do not matter.
 */
@Injectable()
export class FollowBillPayment {
  constructor(
    private readonly bills: BillRepository,
    private readonly payments: PaymentsOfBill,
  ) {}

  /** Most payments name no bill. */
  async execute(tx: AppTx, reference: BillReference): Promise<void> {
    const bill = await this.bills.lockOfReference(tx, reference);
    if (!bill?.isOpen) return;
    bill.follow(await this.payments.read(tx, bill.snapshot), tx.now);
    if (!bill.isChanged) return;
    const batch = new WriteBatch();
    this.bills.save(batch, bill);
    tx.send(batch);
  }
}
