import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { Submission } from '../../mandates/mandates/submission.js';
import { SubmissionRepository } from '../../mandates/mandates/submission-ports.js';
import { bankOrderOf, type BankOrder } from './charge-order.js';
import { LockedDebits, type LockedDebit } from './locked-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import type { ChargeName } from './ports.js';
import { PursueDebit } from './pursue-debit.use-case.js';

/** A charge and the question to its bank; null if there is none. */
export interface AskedDebit {
  readonly locked: LockedDebit | null;
  readonly submission: Submission | null;
}

/** Asks a bank about a charge: on schedule, or after a call-back. */
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
      const found = await this.look(tx, paymentId);
      return found.locked?.debit.claimFollowUp(tx.now) ? this.question(tx, found) : null;
    });
    if (!order) return false;
    await this.pursueDebit.execute(order, 'FIND');
    return true;
  }

  /**
   * In the transaction that accepts a call-back; the caller asks after the commit. If this process
   * dies first, the question is due again in 10 s.
   */
  wake(tx: AppTx, found: AskedDebit): BankOrder | null {
    found.locked?.debit.askNow(tx.now);
    return this.question(tx, found);
  }

  /** Locks the charge, in one round trip; the question follows. */
  async look(tx: AppTx, paymentId: PaymentId): Promise<AskedDebit> {
    const [locked, submission] = await Promise.all([
      this.locked.lock(tx, paymentId),
      this.submissions.findNamedBy(tx, this.debits.mandateOf(tx, paymentId)),
    ]);
    return { locked, submission };
  }

  private question(tx: AppTx, { locked, submission }: AskedDebit): BankOrder | null {
    if (!locked) return null;
    const batch = new WriteBatch();
    this.debits.save(batch, locked.debit);
    tx.write(batch);
    return submission && bankOrderOf(tx, locked.debit, submission);
  }
}
