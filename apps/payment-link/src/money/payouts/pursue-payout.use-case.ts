import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PayoutId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { nextQuestion } from './domain/payout-schedule.js';
import type { Payout } from './domain/payout.js';
import { PayoutBooks } from './payout-books.js';
import { PayoutDialogue, type PayoutCall, type PayoutPlace } from './payout-dialogue.js';
import { ReadPayoutOrder } from './payout-order.js';
import { RECIPIENT_GONE } from './payout.errors.js';
import { PayoutRepository } from './ports.js';
import { RecordPayoutAnswer } from './record-payout-answer.use-case.js';

interface Turn {
  readonly place: PayoutPlace;
  readonly call: PayoutCall | null;
}

/**
 * The next step of a payout that is due: what was started is committed as `SUBMITTED` before its
 * bank hears of it; what was submitted is asked for, and sent again when the bank never saw it.
 */
@Injectable()
export class PursuePayout {
  static readonly errors = [] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly books: PayoutBooks,
    private readonly orders: ReadPayoutOrder,
    private readonly dialogue: PayoutDialogue,
    private readonly record: RecordPayoutAnswer,
  ) {}

  /** False when it is no longer due. */
  async execute(customerAppId: CustomerAppId, payoutId: PayoutId): Promise<boolean> {
    const turn = await this.transactions.forApp(customerAppId, (tx) => this.take(tx, payoutId));
    if (!turn) return false;
    const { place, call } = turn;
    if (call) {
      await this.dialogue.hold(place, call, (answer) =>
        this.record.execute(customerAppId, payoutId, answer),
      );
    }
    return true;
  }

  /** In the transaction that hears of money we know nothing of: the question is due at once. */
  async wake(tx: AppTx, payoutId: PayoutId): Promise<boolean> {
    const payout = await this.payouts.lock(tx, payoutId);
    if (!payout || !(payout.status === 'SUBMITTED' || payout.status === 'FAILED')) return false;
    payout.askFromNowOn(tx.now);
    await this.books.save(tx, payout);
    return true;
  }

  private async take(tx: AppTx, payoutId: PayoutId): Promise<Turn | null> {
    const payout = await this.payouts.lock(tx, payoutId);
    const dueAt = payout?.snapshot.dueAt ?? null;
    if (!payout || dueAt === null || dueAt > tx.now) return null;
    // Moved on before asking, so that nobody else asks it too.
    payout.claimTurn((asked) => nextQuestion(asked, tx.now));
    const { integrationId, live } = payout.snapshot;
    const call = await this.callOf(tx, payout);
    await this.books.save(tx, payout);
    return { place: { appType: live ? 'LIVE' : 'TEST', integrationId }, call };
  }

  private async callOf(tx: AppTx, payout: Payout): Promise<PayoutCall | null> {
    if (payout.status === 'SUBMITTED' || payout.status === 'FAILED') {
      return { ask: 'FIND', reference: payout.id };
    }
    if (payout.status !== 'PROCESSING') throw new Error(`a payout ${payout.status} is due`);
    payout.takeHeldFunds(tx.now);
    const order = await this.orders.of(tx, payout);
    if (order) {
      payout.submit(tx.now);
      return { ask: 'SEND', order };
    }
    payout.giveUp(tx.now, RECIPIENT_GONE);
    return null;
  }
}
