import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { Mandate } from '../../lifecycle/mandates/domain/mandate.js';
import { MandateRepository } from '../../lifecycle/mandates/ports.js';
import type { DirectDebit } from './domain/direct-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';

export interface LockedDebit {
  readonly mandate: Mandate;
  readonly debit: DirectDebit;
}

/** A mandate's lock is the lock of its charges: always taken first, so that nobody waits in a ring. */
@Injectable()
export class LockedDebits {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly debits: DirectDebitRepository,
  ) {}

  /** Null for a payment that charges no mandate here. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedDebit | null> {
    const seen = await this.debits.find(tx, paymentId);
    const mandate = seen && (await this.mandates.lock(tx, seen.snapshot.mandateId));
    const debit = mandate && (await this.debits.find(tx, paymentId));
    return debit && { mandate, debit };
  }
}
