import { Injectable } from '@nestjs/common';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { Payment, type PaymentTerms } from './domain/payment.js';
import { PaymentRepository } from './persistence/payment.repository.js';

/** The customer app charges a stored method: its payment starts in the caller's transaction. */
@Injectable()
export class StartStoredMethodPayment {
  constructor(private readonly payments: PaymentRepository) {}

  execute(tx: AppTx, batch: WriteBatch, terms: PaymentTerms): void {
    this.payments.save(batch, Payment.chargeStoredMethod(terms, tx.now));
  }
}
