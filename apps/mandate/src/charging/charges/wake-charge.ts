import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ChargeNotices, type Notice } from '../../banks/direct-debit/ports.js';
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

  override async look(tx: AppTx, reference: string): Promise<Notice> {
    const paymentId = parseId<PaymentId>(reference);
    if (!paymentId) return () => null;
    const found = await this.followUpDebit.look(tx, paymentId);
    return () => {
      const order = this.followUpDebit.wake(tx, found);
      return order && (async () => void (await this.pursueDebit.execute(order, 'FIND')));
    };
  }
}
