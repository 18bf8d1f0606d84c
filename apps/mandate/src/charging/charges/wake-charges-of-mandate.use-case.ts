import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';

/** A mandate has ended: the bank is asked at once what becomes of the charges it still has. */
@Injectable()
export class WakeChargesOfMandate {
  constructor(private readonly debits: DirectDebitRepository) {}

  execute(tx: AppTx, mandateId: MandateId): Promise<void> {
    return this.debits.wakeAllOf(tx, mandateId);
  }
}
