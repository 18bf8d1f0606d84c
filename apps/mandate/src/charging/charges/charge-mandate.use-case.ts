import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { CHARGE_NOT_SEEN, type DirectDebitAnswer } from '../../banks/direct-debit/ports.js';
import { PursueDebit } from './pursue-debit.use-case.js';
import { ReserveCharge, type ChargeOrder } from './reserve-charge.js';

/**
 * Charges a mandate for a payment, once for any number of requests. It reserves the charge within
 * the mandate's limits and commits it before it calls the bank. Returns the present state of the
 * charge.
 */
@Injectable()
export class ChargeMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly reserveCharge: ReserveCharge,
    private readonly pursueDebit: PursueDebit,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    order: ChargeOrder,
    { begin }: { readonly begin: boolean },
  ): Promise<DirectDebitAnswer> {
    const reserved = await this.transactions.forApp(customerAppId, (tx) =>
      this.reserveCharge.execute(tx, order, { begin }),
    );
    if (!reserved) return CHARGE_NOT_SEEN;
    if (!reserved.order) return reserved.debit.answer;
    const debit = await this.pursueDebit.execute(reserved.order, 'CHARGE');
    return (debit ?? reserved.debit).answer;
  }
}
