import { Injectable } from '@nestjs/common';
import type { PaymentId, PayoutId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { LedgerRepository } from './persistence/ledger.repository.js';
import type { PaymentTransfer, PayoutTransfer } from './ports.js';

/** Every movement of money of some payments or payouts, as the ledger has it. */
@Injectable()
export class ReadTransfers {
  constructor(private readonly ledger: LedgerRepository) {}

  execute(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentTransfer[]> {
    return this.ledger.ofPayments(tx, paymentIds);
  }

  ofPayouts(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<PayoutTransfer[]> {
    return this.ledger.ofPayouts(tx, payoutIds);
  }
}
