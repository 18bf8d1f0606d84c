import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ChargeNotices } from '../../banks/direct-debit/ports.js';
import { FollowUpDebit } from './follow-up-debit.use-case.js';
import { PursueDebit } from './pursue-debit.use-case.js';

/** A bank called about a charge, which has the name of its payment there. */
@Injectable()
export class WakeCharge extends ChargeNotices {
  constructor(
    private readonly followUpDebit: FollowUpDebit,
    private readonly pursueDebit: PursueDebit,
  ) {
    super();
  }

  override async wake(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null> {
    const paymentId = parseId<PaymentId>(reference);
    const order = paymentId ? await this.followUpDebit.wake(tx, paymentId) : null;
    if (!order) return null;
    return async () => void (await this.pursueDebit.execute(order, 'FIND'));
  }
}
