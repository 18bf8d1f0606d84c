import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { GatewayOrder } from '../card-gateways/gateway-dialogue.js';
import { LockedCharges, orderOf } from './locked-charge.js';
import { PursueCharge } from './pursue-charge.use-case.js';

/** Asks a gateway about a charge: on schedule, or after a call-back. */
@Injectable()
export class FollowUpCharge {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: LockedCharges,
    private readonly pursueCharge: PursueCharge,
  ) {}

  /** The scheduled question; false when it is no longer due. */
  async execute(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<boolean> {
    const order = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.charges.lock(tx, paymentId);
      if (!locked?.charge.claimFollowUp(tx.now)) return null;
      await this.charges.save(tx, locked);
      return orderOf(locked, tx.customerApp.name);
    });
    if (!order) return false;
    await this.pursueCharge.ask(order);
    return true;
  }

  /** In the caller's transaction: the question is due at once, and the job asks it. */
  async makeDue(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const locked = await this.charges.lock(tx, paymentId);
    if (!locked) return;
    locked.charge.askFromNowOn(tx.now);
    await this.charges.save(tx, locked);
  }

  /**
   * In the transaction that accepts a call-back; the caller asks after the commit. If this process
   * dies first, the question is due again in 10 s.
   */
  async wake(tx: AppTx, paymentId: PaymentId): Promise<GatewayOrder | null> {
    const locked = await this.charges.lock(tx, paymentId);
    if (!locked) return null;
    locked.charge.askNow(tx.now);
    await this.charges.save(tx, locked);
    return orderOf(locked, tx.customerApp.name);
  }
}
