import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { LedgerRepository, type PaymentTransfer } from './ports.js';

/** Every movement of money of some payments, as the ledger has it. */
@Injectable()
export class ReadTransfers {
  static readonly errors = [] as const;

  constructor(private readonly ledger: LedgerRepository) {}

  execute(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentTransfer[]> {
    return this.ledger.ofPayments(tx, paymentIds);
  }
}
