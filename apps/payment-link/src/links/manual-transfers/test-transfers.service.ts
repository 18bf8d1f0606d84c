import { Injectable } from '@nestjs/common';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { paymentNotFound } from '../../money/payments/payments.reads.js';
import { PaymentAttemptsService } from '../link-attempts/payment-attempts.service.js';
import { transferReference } from './transfer-rule.js';
import { TransferBankUnavailable } from '../transfer-banks/ports.js';
import { TransferBanks } from '../transfer-banks/ports.js';
import type { IncomingTransfer, IncomingTransferId } from './incoming-transfer.table.js';
import {
  dueOf,
  ManualTransfersService,
  type ArrivingTransfer,
} from './manual-transfers.service.js';
import { PaymentsService } from '../../money/payments/payments.service.js';

/** The simulated bank calls transfers by our ID with this before it. */
const NAMED = 'IN';

export function bankNameOf(id: IncomingTransferId): string {
  return `${NAMED}${id}`;
}

/** Null for what no bank calls a transfer. */
export function transferIdOf(name: string): IncomingTransferId | null {
  return (name.startsWith(NAMED) && parseId<IncomingTransferId>(name.slice(NAMED.length))) || null;
}

@Injectable()
export class TestTransfersService {
  constructor(
    private readonly db: Transactions,
    private readonly transfers: ManualTransfersService,
    private readonly banks: TransferBanks,
    private readonly attempts: PaymentAttemptsService,
    private readonly payments: PaymentsService,
  ) {}

  /**
   * Sends money to the simulated bank, which then notifies us. If the process dies in between, only
   * the bank knows the transfer; reconciliation then asks for it and records it.
   */
  async receive(app: CustomerAppId, transfer: ArrivingTransfer): Promise<IncomingTransfer> {
    const incomingTransferId = await this.transfers.announce(app, transfer);
    const { amount, currency, reference: text } = transfer;
    const reference = bankNameOf(incomingTransferId);
    const { simulated } = this.banks;
    try {
      await simulated?.receive({ reference, customerAppId: app, amount, currency, text });
    } catch (error) {
      if (!(error instanceof TransferBankUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated bank is away.');
    }
    return this.transfers.receive(app, { ...transfer, incomingTransferId });
  }

  /** Executes a test manual payment, like a transfer of exactly its amount. */
  async executePayment(app: CustomerAppId, rawPaymentId: string): Promise<void> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const transfer = await this.db.forApp(app, (tx) => this.transferFor(tx, paymentId));
    const { outcome } = await this.receive(app, transfer);
    // it ended in the meantime: what arrived went back
    if (outcome !== 'PAID') throw linkEnded();
  }

  /** After the commit: asks the simulated bank for a transfer that we do not know, and records it. */
  ask({ customerApp }: AppTx, reference: string): (() => Promise<void>) | null {
    const incomingTransferId = transferIdOf(reference);
    if (!incomingTransferId) return null;
    const { id, type } = customerApp;
    return async () => {
      const { simulated } = this.banks;
      const booked = simulated?.appType === type ? await simulated.find(reference) : null;
      if (!booked) return;
      const { amount, currency, text } = booked;
      const transfer = { amount, currency, reference: text, incomingTransferId };
      await this.transfers.receive(id, transfer);
    };
  }

  private async transferFor(tx: AppTx, paymentId: PaymentId): Promise<ArrivingTransfer> {
    const attemptId = await this.attemptOf(tx, paymentId);
    const { link, attempt, payment = null } = (await this.attempts.lock(tx, attemptId)) ?? {};
    if (!link || !attempt || !payment) throw paymentNotFound();
    if (payment.status !== 'CREATED') {
      const explanation = `The payment is ${payment.status} and stays so.`;
      throw new DomainError('INVALID_PAYMENT_STATUS', explanation);
    }
    if (!link.awaitsTransfer(attempt, tx.now)) throw linkEnded();
    return { ...dueOf(payment), reference: transferReference(link.id) };
  }

  private async attemptOf(tx: AppTx, paymentId: PaymentId): Promise<PaymentAttemptId> {
    const payment = await this.payments.find(tx, paymentId);
    if (!payment) throw paymentNotFound();
    const { type, attemptId } = payment.snapshot;
    if (type === 'MANUAL' && attemptId !== null) return attemptId;
    throw new DomainError('INVALID_REQUEST', 'paymentId must be that of a manual payment.');
  }
}

function linkEnded(): DomainError {
  return new DomainError('INVALID_PAYMENT_LINK_STATUS', 'The payment link has expired.');
}
