import { Injectable } from '@nestjs/common';
import type { BillId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { BillPayment } from './bill-payment.js';
import type { Bill } from './bill.js';
import { PaymentsOfBill } from './payments-of-bill.js';
import { BillRepository } from './persistence/bill.repository.js';

/** For those who pay a bill without the payer: the bill, locked, and its payments. */
@Injectable()
export class MoveBill {
  constructor(
    private readonly bills: BillRepository,
    private readonly payments: PaymentsOfBill,
  ) {}

  /** Saves what `work` did to the bill; null when there is none. */
  async execute<T>(
    tx: AppTx,
    billId: BillId,
    work: (bill: Bill, payments: readonly BillPayment[]) => Promise<T>,
  ): Promise<T | null> {
    const bill = await this.bills.lock(tx, billId);
    if (!bill) return null;
    const result = await work(bill, await this.payments.read(tx, bill.snapshot));
    const batch = new WriteBatch();
    this.bills.save(batch, bill);
    await tx.write(batch);
    return result;
  }
}
