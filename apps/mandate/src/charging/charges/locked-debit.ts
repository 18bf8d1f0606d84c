import { Injectable } from '@nestjs/common';
import type { MandateId, PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import { MandateRepository } from '../../mandates/mandates/ports.js';
import type { DirectDebit } from './domain/direct-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';

export interface LockedDebit {
  readonly mandate: Mandate;
  readonly debit: DirectDebit;
}

/** The lock of a mandate also locks its charges. It is always taken first, to prevent deadlocks. */
@Injectable()
export class LockedDebits {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly debits: DirectDebitRepository,
  ) {}

  /** Null for a payment that charges no mandate here. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedDebit | null> {
    // One packet; the second statement begins once the first has the lock, and sees what is then.
    const [mandate, debit] = await Promise.all([
      this.mandates.lockNamedBy(tx, this.debits.mandateOf(tx, paymentId)),
      this.debits.find(tx, paymentId),
    ]);
    return mandate && debit && { mandate, debit };
  }

  /** Like `lock`, for a known mandate; the debit has the state of the last commit. */
  async lockOf(
    tx: AppTx,
    { mandateId, paymentId }: { readonly mandateId: MandateId; readonly paymentId: PaymentId },
  ): Promise<LockedDebit | null> {
    const [mandate, debit] = await Promise.all([
      this.mandates.lock(tx, mandateId),
      this.debits.find(tx, paymentId),
    ]);
    return mandate && debit && { mandate, debit };
  }
}
