import { Injectable } from '@nestjs/common';
import { NEVER_SENT_AFTER_MS, plusMs } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { BankFailure, DirectDebitAnswer } from '../../banks/direct-debit/ports.js';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import { nextWhilePending } from '../../mandates/mandates/follow-up-schedule.js';
import type { BankCall, BankOrder } from './charge-order.js';
import { publishChargeUpdate } from './charge.events.js';
import { debitStep } from './domain/debit-step.js';
import type { DirectDebit } from './domain/direct-debit.js';
import type { DirectDebitCommand } from './domain/direct-debit.transitions.js';
import { LockedDebits } from './locked-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import { MandateUsage } from './persistence/mandate-usage.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly mandate: Mandate;
  readonly debit: DirectDebit;
  readonly answer: DirectDebitAnswer;
}

export interface RecordedDebit {
  /** The debit as committed with the answer. */
  readonly debit: DirectDebit;
  /** The next call; null for none until the schedule or the bank requires one. */
  readonly next: BankCall | null;
}

const NEVER_ARRIVED: BankFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The order never reached the bank.',
};

/**
 * Records the bank's status of a charge under the lock of its mandate, by our state and theirs. The
 * table has a step for late, repeated and disordered answers. A charge that ends without money
 * releases its reservation.
 */
@Injectable()
export class RecordDebitAnswer {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedDebits,
    private readonly debits: DirectDebitRepository,
    private readonly usage: MandateUsage,
  ) {}

  /** Null for a charge that there is not. */
  execute(
    { customerAppId, ...name }: BankOrder['name'],
    answer: DirectDebitAnswer,
  ): Promise<RecordedDebit | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.locked.lockOf(tx, name);
      if (!locked) return null;
      const next = await this.decide({ tx, answer, ...locked });
      return { debit: locked.debit, next };
    });
  }

  private async decide(context: AnswerContext): Promise<BankCall | null> {
    const { tx, debit, answer } = context;
    const step = debitStep(debit.status, answer.bankStatus);
    if (step === 'SEND') return this.sendOrGiveUp(context);
    if (typeof step !== 'string') return this.follow(context, step);
    if (step === 'WAIT') debit.askFromNowOn(nextWhilePending(debit.snapshot.createdAt, tx.now));
    else if (debit.snapshot.followUpAt === null) return null;
    else debit.rest();
    this.save(tx, debit);
    return null;
  }

  /** The order may still arrive; only time proves that it was never sent. */
  private async sendOrGiveUp(context: AnswerContext): Promise<BankCall | null> {
    const { tx, mandate, debit } = context;
    if (plusMs(debit.snapshot.createdAt, NEVER_SENT_AFTER_MS) <= tx.now) {
      const answer = { ...context.answer, failure: NEVER_ARRIVED };
      return this.follow({ ...context, answer }, ['fail']);
    }
    return mandate.status === 'SUCCEEDED' ? 'CHARGE' : null;
  }

  private async follow(
    { tx, mandate, debit, answer }: AnswerContext,
    commands: readonly DirectDebitCommand[],
  ): Promise<null> {
    debit.follow(commands, answer, tx.now);
    await this.settleUsage(tx, mandate, debit);
    if (debit.status === 'SUBMITTED') {
      debit.askFromNowOn(nextWhilePending(debit.snapshot.createdAt, tx.now));
    } else {
      debit.rest();
    }
    this.save(tx, debit, mandate);
    return null;
  }

  /**
   * A charge counts in its period if the bank may collect it, or has collected and not returned it.
   */
  private async settleUsage(tx: AppTx, mandate: Mandate, debit: DirectDebit): Promise<void> {
    const { mandateId, periodStart, amount, reserved, status } = debit.snapshot;
    const counts = status === 'SUBMITTED' || status === 'EXECUTED';
    if (counts === reserved) return;
    const used = periodStart === null ? null : { mandateId, periodStart, amount };
    if (!counts) {
      if (used) await this.usage.giveBack(tx, used);
      debit.release();
      return;
    }
    const { limits } = mandate.snapshot;
    // Another charge may have the room by now: the money is there all the same.
    if (!used || !limits || (await this.usage.take(tx, used, limits))) debit.retake();
  }

  private save(tx: AppTx, debit: DirectDebit, told: Mandate | null = null): void {
    const batch = new WriteBatch();
    this.debits.save(batch, debit);
    if (told) publishChargeUpdate(batch, told, debit);
    tx.write(batch);
  }
}
