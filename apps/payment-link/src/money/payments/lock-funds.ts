import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { Payment } from './domain/payment.js';
import { PaymentRepository } from './persistence/payment.repository.js';

export interface LockedFunds {
  readonly payment: Payment;
  /** Less is left of it than was paid. */
  readonly isReduced: boolean;
}

/** For a slice that spends the money of one payment: nothing of it goes back in the meantime. */
@Injectable()
export class LockFunds {
  constructor(private readonly payments: PaymentRepository) {}

  /** Locked until the transaction ends; null for an unknown ID. */
  execute(tx: AppTx, paymentId: PaymentId): Promise<LockedFunds | null> {
    return this.payments.lockFunds(tx, paymentId);
  }
}
