import { Injectable } from '@nestjs/common';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { Payment, type PaymentTerms, type ProcessorReport } from './domain/payment.js';
import { PaymentRepository } from './persistence/payment.repository.js';

/** A payer chose how to pay a link: its payment starts in the caller's transaction. */
@Injectable()
export class StartLinkPayment {
  constructor(private readonly payments: PaymentRepository) {}

  execute(tx: AppTx, batch: WriteBatch, terms: PaymentTerms): void {
    this.payments.save(batch, Payment.startInHostedPage(terms, tx.now));
  }

  /**
   * Starts a payment by bank transfer.
   *
   * @param told the instructions for the payer
   */
  awaitTransfer(tx: AppTx, batch: WriteBatch, started: AwaitedTransfer): void {
    const { terms, told } = started;
    this.payments.save(batch, Payment.issueInstructions(terms, told, tx.now));
  }
}

interface AwaitedTransfer {
  readonly terms: PaymentTerms;
  readonly told: ProcessorReport;
}
