import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { MandateCharge } from './mandate-charge.js';
import { MandateChargeRepository } from './persistence/mandate-charge.repository.js';
import { PursueMandateCharge } from './mandate-charge.conversation.js';

/** Asks mandate on schedule about a charge whose answer was lost. */
@Injectable()
export class FollowUpMandateCharge {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: MandateChargeRepository,
    private readonly pursueMandateCharge: PursueMandateCharge,
  ) {}

  /** False if it is no longer due, or without an answer. */
  async execute(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<boolean> {
    const isDue = await this.transactions.forApp(customerAppId, async (tx) => {
      const charge = await this.charges.lock(tx, paymentId);
      if (!charge?.claimFollowUp(tx.now)) return false;
      await this.save(tx, charge);
      return true;
    });
    if (!isDue) return false;
    try {
      await this.pursueMandateCharge.execute(customerAppId, paymentId);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      return false;
    }
    return true;
  }

  /** In the caller's transaction: the question is due at once. */
  async wake(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const charge = await this.charges.lock(tx, paymentId);
    if (!charge) return;
    charge.askFromNowOn(tx.now);
    await this.save(tx, charge);
  }

  private async save(tx: AppTx, charge: MandateCharge): Promise<void> {
    const batch = new WriteBatch();
    this.charges.save(batch, charge);
    await tx.write(batch);
  }
}
