import { Injectable } from '@nestjs/common';
import type { BillWithPaymentsResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { billNotFound, parseBillId } from './bill.errors.js';
import { BillView } from './bill.view.js';
import { PaymentsOfBill } from './payments-of-bill.js';
import { BillRepository } from './persistence/bill.repository.js';

/** A bill with its payments, those of a bill that was paid twice or withdrawn included. */
@Injectable()
export class GetBill {
  constructor(
    private readonly transactions: Transactions,
    private readonly bills: BillRepository,
    private readonly payments: PaymentsOfBill,
    private readonly view: BillView,
  ) {}

  execute(customerAppId: CustomerAppId, rawBillId: string): Promise<BillWithPaymentsResponse> {
    const billId = parseBillId(rawBillId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const bill = await this.bills.find(tx, billId);
      const [body] = bill ? await this.view.bodies(tx, [bill]) : [];
      if (!bill || !body) throw billNotFound();
      return { ...body, payments: await this.payments.bodies(tx, bill.snapshot) };
    });
  }
}
