import { Injectable } from '@nestjs/common';
import {
  assertUnreachable,
  type CustomerAppId,
  NEVER_SENT_AFTER_MS,
  type PayoutId,
  plusMs,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { PayoutAnswer } from './connectors/ports.js';
import { payoutStep } from './payout-step.js';
import type { Payout } from './payout.js';
import { PayoutBooks } from './payout-books.js';
import type { PayoutCall } from './payout-dialogue.js';
import { ReadPayoutOrder } from './payout-order.js';
import { RECIPIENT_GONE } from './payout.errors.js';
import { PayoutRepository } from './persistence/payout.repository.js';

const CORRECTED = 'the bank reports it as executed';
const UNEXPLAINED = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the payout.',
} as const;

interface AnswerContext {
  readonly tx: AppTx;
  readonly payout: Payout;
  readonly answer: PayoutAnswer;
}

/**
 * Records the bank's status of a payout in one transaction, by our state and theirs. The table has
 * a step for late, repeated and disordered answers.
 */
@Injectable()
export class RecordPayoutAnswer {
  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly books: PayoutBooks,
    private readonly orders: ReadPayoutOrder,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    payoutId: PayoutId,
    answer: PayoutAnswer,
  ): Promise<PayoutCall | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const payout = await this.payouts.lock(tx, payoutId);
      return payout && this.decide({ tx, payout, answer });
    });
  }

  private async decide(context: AnswerContext): Promise<PayoutCall | null> {
    const { tx, payout, answer } = context;
    const step = payoutStep(payout.status, answer.bankStatus);
    switch (step) {
      case 'WAIT':
        return null;
      case 'SEND':
        return this.sendAgain(context);
      case 'REST':
        if (payout.snapshot.dueAt === null) return null;
        payout.rest();
        break;
      case 'SUCCEED':
        payout.execute(tx.now, answer);
        break;
      case 'FAIL':
        payout.reject(tx.now, answer.failure ?? UNEXPLAINED, answer);
        break;
      case 'CORRECT':
        payout.correctToExecuted(tx.now, CORRECTED, answer);
        break;
      default:
        return assertUnreachable(step);
    }
    await this.books.save(tx, payout);
    return null;
  }

  /**
   * The bank has not seen it. If it cannot be sent again, only time proves that it was never sent.
   */
  private async sendAgain({ tx, payout, answer }: AnswerContext): Promise<PayoutCall | null> {
    const order = await this.orders.of(tx, payout);
    if (order) return { ask: 'SEND', order };
    const { submittedAt } = payout.snapshot;
    if (submittedAt && plusMs(submittedAt, NEVER_SENT_AFTER_MS) > tx.now) return null;
    payout.reject(tx.now, RECIPIENT_GONE, answer);
    await this.books.save(tx, payout);
    return null;
  }
}
