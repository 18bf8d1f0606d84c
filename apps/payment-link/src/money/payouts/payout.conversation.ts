import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import {
  assertUnreachable,
  NEVER_SENT_AFTER_MS,
  type PaymentId,
  type PayoutId,
  plusMs,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { PayoutRegistry } from './connectors/payout-registry.js';
import {
  PayoutBankUnavailable,
  type PayoutAnswer,
  type PayoutConnector,
  type PayoutOrder,
} from './connectors/ports.js';
import { FundPayout, type FundingTurn } from './fund-payout.js';
import { PayoutBooks } from './payout-books.js';
import type { FundingOrder } from './payout-funding.js';
import { ReadPayoutOrder } from './payout-order.js';
import { payoutStep } from './payout-step.js';
import { RECIPIENT_GONE } from './payout.errors.js';
import type { Payout, PayoutFailure } from './payout.js';
import { PayoutRepository } from './persistence/payout.repository.js';

/** A payout, and the rows that are written with it. */
interface LockedPayout {
  readonly payout: Payout;
  readonly batch: WriteBatch;
}

type PayoutCall =
  /** Charges the mandate that funds a scheduled payout. */
  | { readonly ask: 'PULL'; readonly funds: FundingOrder }
  | { readonly ask: 'SEND'; readonly order: PayoutOrder }
  | { readonly ask: 'FIND'; readonly reference: string };

/** Of the mandate: why the funds will never come, null if that is not known. */
type Answer = PayoutAnswer | { readonly fundsRefusal: PayoutFailure | null };

interface Bank {
  readonly appType: PayoutConnector['appType'];
  readonly integrationId: string;
}

interface PayoutConversationTypes {
  readonly id: PayoutId;
  readonly locked: LockedPayout;
  readonly order: Bank;
  readonly call: PayoutCall;
  readonly answer: Answer;
  readonly taken: { readonly next: PayoutCall | null };
}

const CORRECTED = 'the bank reports it as executed';
const UNEXPLAINED = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the payout.',
} as const;

/**
 * The conversation about a payout. Its due time is its plan: a started one is committed as
 * `SUBMITTED` before the call to the bank, and a scheduled one is funded first. The bank is asked
 * about a submitted one, and gets it again if it has not seen it.
 */
@Injectable()
export class PayoutConversation extends defineConversation<PayoutConversationTypes>({
  name: 'follow-up-payouts',
  table: 'payouts',
  id: 'payout_id',
  dueAt: 'due_at',
  // Collected, found, sent, and a word after that.
  maxCalls: 4,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly payouts: PayoutRepository,
    private readonly books: PayoutBooks,
    private readonly orders: ReadPayoutOrder,
    private readonly funding: FundPayout,
    private readonly banks: PayoutRegistry,
  ) {
    super(transactions, logger);
  }

  /** Only about one that the bank may have; the others wait for their plan. */
  override async makeDue(tx: AppTx, payoutId: PayoutId): Promise<boolean> {
    const payout = await this.payouts.lock(tx, payoutId);
    if (payout?.status !== 'SUBMITTED' && payout?.status !== 'FAILED') return false;
    payout.makeDue(tx.now);
    await this.books.save(tx, payout);
    return true;
  }

  /** In the transaction that records a payment: the payout that waits for it is due at once. */
  async makeDueFundedBy(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const payout = await this.payouts.lockFundedBy(tx, paymentId);
    if (payout?.status !== 'PROCESSING_FUNDS') return;
    payout.makeDue(tx.now);
    await this.books.save(tx, payout);
  }

  protected override async lock(tx: AppTx, payoutId: PayoutId): Promise<LockedPayout | null> {
    const payout = await this.payouts.lock(tx, payoutId);
    return payout && { payout, batch: new WriteBatch() };
  }

  protected override scheduleOf({ payout }: LockedPayout) {
    return payout;
  }

  protected override save(tx: AppTx, { payout, batch }: LockedPayout): Promise<void> {
    return this.books.save(tx, payout, batch);
  }

  protected override async question(tx: AppTx, locked: LockedPayout) {
    const { integrationId, live } = locked.payout.snapshot;
    const order = { appType: live ? 'LIVE' : 'TEST', integrationId } as const;
    return { order, call: await this.callFor(tx, locked) };
  }

  protected override async ask(order: Bank, call: PayoutCall): Promise<Answer> {
    switch (call.ask) {
      case 'PULL':
        return { fundsRefusal: await this.funding.pull(call.funds) };
      case 'SEND':
        return this.banks.get(order).send(call.order);
      case 'FIND':
        return this.banks.get(order).find(call);
      default:
        return assertUnreachable(call);
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof PayoutBankUnavailable;
  }

  protected override async take(tx: AppTx, locked: LockedPayout, answer: Answer) {
    const isOfBank = 'bankStatus' in answer;
    const next = isOfBank
      ? await this.follow(tx, locked.payout, answer)
      : await this.fund(tx, locked, answer.fundsRefusal);
    return { next };
  }

  private async callFor(tx: AppTx, { payout, batch }: LockedPayout): Promise<PayoutCall | null> {
    switch (payout.status) {
      case 'SUBMITTED':
      case 'FAILED':
        return { ask: 'FIND', reference: payout.id };
      case 'CREATED':
      case 'PROCESSING_FUNDS': {
        const turn = await this.funding.advance(tx, batch, { payout, refusal: null });
        return turn.pull ? { ask: 'PULL', funds: turn.pull } : sentBy(turn);
      }
      case 'PROCESSING':
        return this.sendHeld(tx, payout);
      default:
        throw new Error(`a payout ${payout.status} is due`);
    }
  }

  private async sendHeld(tx: AppTx, payout: Payout): Promise<PayoutCall | null> {
    payout.takeHeldFunds(tx.now);
    const order = await this.orders.of(tx, payout);
    if (order) {
      payout.submit(tx.now);
      return { ask: 'SEND', order };
    }
    payout.giveUp(tx.now, RECIPIENT_GONE);
    return null;
  }

  /** The mandate was charged outside of any transaction; what came of it decides the next step. */
  private async fund(
    tx: AppTx,
    { payout, batch }: LockedPayout,
    refusal: PayoutFailure | null,
  ): Promise<PayoutCall | null> {
    if (payout.status !== 'PROCESSING_FUNDS') return null;
    const turn = await this.funding.advance(tx, batch, { payout, refusal });
    if (payout.changes.length > 0) await this.books.save(tx, payout, batch);
    return sentBy(turn);
  }

  /** The table has a step for late, repeated and disordered answers. */
  private async follow(
    tx: AppTx,
    payout: Payout,
    answer: PayoutAnswer,
  ): Promise<PayoutCall | null> {
    const step = payoutStep(payout.status, answer.bankStatus);
    switch (step) {
      case 'WAIT':
        return null;
      case 'SEND':
        return this.sendAgain(tx, payout, answer);
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
  private async sendAgain(
    tx: AppTx,
    payout: Payout,
    answer: PayoutAnswer,
  ): Promise<PayoutCall | null> {
    const order = await this.orders.of(tx, payout);
    if (order) return { ask: 'SEND', order };
    const { submittedAt } = payout.snapshot;
    if (submittedAt && plusMs(submittedAt, NEVER_SENT_AFTER_MS) > tx.now) return null;
    payout.reject(tx.now, RECIPIENT_GONE, answer);
    await this.books.save(tx, payout);
    return null;
  }
}

function sentBy({ send }: FundingTurn): PayoutCall | null {
  return send ? { ask: 'SEND', order: send } : null;
}
