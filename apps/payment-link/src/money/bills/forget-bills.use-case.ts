import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { BillRepository } from './persistence/bill.repository.js';

/** Texts, metadata and the source's own data of an erased payer's bills are gone; amounts stay. */
@Injectable()
export class ForgetBills {
  constructor(private readonly bills: BillRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.bills.forget(tx, userId);
  }
}
