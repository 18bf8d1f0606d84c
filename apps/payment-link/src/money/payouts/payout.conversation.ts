import { Injectable } from '@nestjs/common';
import { nextFollowUp, type CustomerAppId, type PaymentId, type PayoutId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { Payout } from './payout.js';
import { FundPayout, type FundingTurn } from './fund-payout.js';
import { PayoutBooks } from './payout-books.js';
import { PayoutDialogue, type PayoutCall } from './payout-dialogue.js';
import type { FundingOrder } from './payout-funding.js';
import { ReadPayoutOrder } from './payout-order.js';
import { RECIPIENT_GONE } from './payout.errors.js';
import { PayoutRepository } from './persistence/payout.repository.js';
import { RecordPayoutAnswer } from './record-payout-answer.use-case.js';

/** The call after the commit; at most one of both. */
interface Turn {
  readonly payout: Payout;
  readonly call?: PayoutCall;
  readonly pull?: FundingOrder;
}

/**
 * The next step of a due payout. It commits a started payout as `SUBMITTED` before it calls the
 * bank. It asks about a submitted one, and sends it again if the bank has not seen it. It funds a
 * scheduled one first.
 */
@Injectable()
export class PursuePayout {
  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly books: PayoutBooks,
    private readonly orders: ReadPayoutOrder,
    private readonly dialogue: PayoutDialogue,
    private readonly recordPayoutAnswer: RecordPayoutAnswer,
    private readonly funding: FundPayout,
  ) {}

  /** False when it is no longer due. */
  async execute(customerAppId: CustomerAppId, payoutId: PayoutId): Promise<boolean> {
    const turn = await this.transactions.forApp(customerAppId, (tx) => this.take(tx, payoutId));
    if (!turn) return false;
    const { payout, pull } = turn;
    const call = pull ? await this.pull(pull) : turn.call;
    if (!call) return true;
    const { integrationId, live } = payout.snapshot;
    const place = { appType: live ? 'LIVE' : 'TEST', integrationId } as const;
    await this.dialogue.hold(place, call, (answer) =>
      this.recordPayoutAnswer.execute(customerAppId, payoutId, answer),
    );
    return true;
  }

  /** In the transaction that records unknown money: the question is due at once. */
  async wake(tx: AppTx, payoutId: PayoutId): Promise<boolean> {
    const payout = await this.payouts.lock(tx, payoutId);
    if (!payout || !(payout.status === 'SUBMITTED' || payout.status === 'FAILED')) return false;
    payout.askFromNowOn(tx.now);
    await this.books.save(tx, payout);
    return true;
  }

  /** In the transaction that records a payment: the payout that waits for it is due at once. */
  async wakeFundedBy(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const payout = await this.payouts.lockFundedBy(tx, paymentId);
    if (payout?.status !== 'PROCESSING_FUNDS') return;
    payout.askFromNowOn(tx.now);
    await this.books.save(tx, payout);
  }

  private async take(tx: AppTx, payoutId: PayoutId): Promise<Turn | null> {
    const payout = await this.payouts.lock(tx, payoutId);
    const dueAt = payout?.snapshot.dueAt ?? null;
    if (!payout || dueAt === null || dueAt > tx.now) return null;
    // Moved on before asking, so that nobody else asks it too.
    payout.claimTurn((asked) => nextFollowUp(asked, tx.now));
    const batch = new WriteBatch();
    const turn = await this.turnOf(tx, batch, payout);
    await this.books.save(tx, payout, batch);
    return { ...turn, payout };
  }

  private async turnOf(tx: AppTx, batch: WriteBatch, payout: Payout): Promise<Partial<Turn>> {
    switch (payout.status) {
      case 'SUBMITTED':
      case 'FAILED':
        return { call: { ask: 'FIND', reference: payout.id } };
      case 'CREATED':
      case 'PROCESSING_FUNDS':
        return turnAfter(await this.funding.advance(tx, batch, { payout, refusal: null }));
      case 'PROCESSING':
        return this.sendHeld(tx, payout);
      default:
        throw new Error(`a payout ${payout.status} is due`);
    }
  }

  private async sendHeld(tx: AppTx, payout: Payout): Promise<Partial<Turn>> {
    payout.takeHeldFunds(tx.now);
    const order = await this.orders.of(tx, payout);
    if (order) {
      payout.submit(tx.now);
      return { call: { ask: 'SEND', order } };
    }
    payout.giveUp(tx.now, RECIPIENT_GONE);
    return {};
  }

  /** The mandate is charged outside of any transaction; what came of it decides the next step. */
  private async pull(order: FundingOrder): Promise<PayoutCall | undefined> {
    const refusal = await this.funding.pull(order);
    return this.transactions.forApp(order.customerAppId, async (tx) => {
      const payout = await this.payouts.lock(tx, order.payoutId);
      if (payout?.status !== 'PROCESSING_FUNDS') return undefined;
      const batch = new WriteBatch();
      const turn = turnAfter(await this.funding.advance(tx, batch, { payout, refusal }));
      if (payout.changes.length > 0) await this.books.save(tx, payout, batch);
      return turn.call;
    });
  }
}

function turnAfter({ pull, send }: FundingTurn): Partial<Turn> {
  return { ...(pull ? { pull } : {}), ...(send ? { call: { ask: 'SEND', order: send } } : {}) };
}
