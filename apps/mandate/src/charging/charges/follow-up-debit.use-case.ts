import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { SubmissionRepository } from '../../lifecycle/mandates/submissions/ports.js';
import { bankOrderOf, type BankOrder } from './charge-order.js';
import { LockedDebits, type LockedDebit } from './locked-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import type { ChargeName } from './ports.js';
import { PursueDebit } from './pursue-debit.use-case.js';

/** Asks a bank how a charge stands: on schedule, or because the bank called. */
@Injectable()
export class FollowUpDebit {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedDebits,
    private readonly debits: DirectDebitRepository,
    private readonly submissions: SubmissionRepository,
    private readonly pursueDebit: PursueDebit,
  ) {}

  /** The scheduled question; false when it is no longer due. */
  async execute({ customerAppId, paymentId }: ChargeName): Promise<boolean> {
    const order = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.locked.lock(tx, paymentId);
      if (!locked?.debit.claimFollowUp(tx.now)) return null;
      return this.question(tx, locked);
    });
    if (!order) return false;
    await this.pursueDebit.execute(order, 'FIND');
    return true;
  }

  /**
   * In the transaction that accepts a call-back; the caller asks once that is committed. Should
   * this process end before, the question is due again in 10 s.
   */
  async wake(tx: AppTx, paymentId: PaymentId): Promise<BankOrder | null> {
    const locked = await this.locked.lock(tx, paymentId);
    if (!locked) return null;
    locked.debit.askNow(tx.now);
    return this.question(tx, locked);
  }

  private async question(tx: AppTx, { debit }: LockedDebit): Promise<BankOrder | null> {
    const batch = new WriteBatch();
    this.debits.save(batch, debit);
    tx.send(batch);
    const submission = await this.submissions.find(tx, debit.snapshot.mandateId);
    return submission && bankOrderOf(tx, debit, submission);
  }
}
