import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import {
  assertUnreachable,
  DomainError,
  NEVER_SENT_AFTER_MS,
  plusMs,
  type PayoutId,
  type Failure,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { KeptMoneyService } from '../../money/kept-money/kept-money.service.js';
import type { RefundPayoutEnd } from '../../money/refunds/refunds.service.js';
import { PayoutFundingService } from './payout-funding.service.js';
import type { PayoutSnapshot } from '../../money/payouts/payout.table.js';
import { payoutStep, RECIPIENT_GONE, type Payout } from '../../money/payouts/payout.js';
import { PayoutsService } from '../../money/payouts/payouts.service.js';
import {
  PayoutBankUnavailable,
  type PayoutAnswer,
  type PayoutOrder,
  PayoutRegistry,
} from '../../money/payout-banks/ports.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';

interface LockedPayout {
  readonly payout: Payout;
  readonly batch: WriteBatch;
}

type PayoutCall =
  /** Charges the mandate that funds a scheduled payout. */
  | { readonly ask: 'PULL' }
  | { readonly ask: 'SEND'; readonly order: PayoutOrder }
  | { readonly ask: 'FIND'; readonly reference: string };

interface PayoutConversationTypes {
  readonly id: PayoutId;
  readonly locked: LockedPayout;
  readonly order: PayoutSnapshot;
  readonly call: PayoutCall;
  /** Of the mandate: why the funds will never come, null if that is not known. */
  readonly answer: PayoutAnswer | { readonly fundsRefusal: Failure | null };
  readonly taken: { readonly next: PayoutCall | null };
}

type Answer = PayoutConversationTypes['answer'];

const CORRECTED = 'the bank reports it as executed';
const UNEXPLAINED = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the payout.',
} as const;

const CAME_BACK = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank of the recipient sent the money back.',
} as const;

/** The end that a refund follows; null while it is open. */
function endOf({ snapshot }: Payout): RefundPayoutEnd | null {
  const { payoutId, status, failure, returnedAt, returnReason } = snapshot;
  if (status === 'EXECUTED' && returnedAt !== null) {
    const returned = { ...CAME_BACK, explanation: returnReason ?? CAME_BACK.explanation };
    return { payoutId, status: 'RETURNED', failure: returned };
  }
  return status === 'EXECUTED' || status === 'FAILED' ? { payoutId, status, failure } : null;
}

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
  // Collected, found, sent, and a question after that.
  maxCalls: 4,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly payouts: PayoutsService,
    private readonly funding: PayoutFundingService,
    private readonly keptMoney: KeptMoneyService,
    private readonly mandatePayments: MandatePaymentsService,
    private readonly banks: PayoutRegistry,
  ) {
    super(transactions, logger);
  }

  override makeDue(tx: AppTx, payoutId: PayoutId): Promise<boolean> {
    return this.payouts.makeDue(tx, payoutId);
  }

  protected override async lock(tx: AppTx, payoutId: PayoutId): Promise<LockedPayout | null> {
    const payout = await this.payouts.lock(tx, payoutId);
    return payout && { payout, batch: new WriteBatch() };
  }

  protected override scheduleOf({ payout }: LockedPayout) {
    return payout;
  }

  /** The refund that a payout sends ends with it. */
  protected override async save(tx: AppTx, { payout, batch }: LockedPayout): Promise<void> {
    this.payouts.record(tx, batch, payout);
    const end = payout.changes.length > 0 ? endOf(payout) : null;
    if (end) await this.keptMoney.payoutEnded(tx, batch, end);
    tx.write(batch);
  }

  protected override async question(tx: AppTx, locked: LockedPayout) {
    const call = await this.callFor(tx, locked);
    return { order: locked.payout.snapshot, call };
  }

  protected override async ask(payout: PayoutSnapshot, call: PayoutCall): Promise<Answer> {
    const { live, integrationId, connector } = payout;
    const bank = { appType: live ? 'LIVE' : 'TEST', integrationId, connector } as const;
    switch (call.ask) {
      case 'PULL':
        return { fundsRefusal: await this.pull(payout) };
      case 'SEND':
        return this.banks.get(bank).send(call.order);
      case 'FIND':
        return this.banks.get(bank).find(call);
      default:
        return assertUnreachable(call);
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof PayoutBankUnavailable;
  }

  protected override async take(tx: AppTx, locked: LockedPayout, answer: Answer) {
    const next =
      'bankStatus' in answer
        ? await this.follow(tx, locked, answer)
        : await this.fund(tx, locked, answer.fundsRefusal);
    return { next };
  }

  private async callFor(tx: AppTx, { payout, batch }: LockedPayout): Promise<PayoutCall | null> {
    switch (payout.status) {
      case 'SUBMITTED':
      case 'EXECUTED':
      case 'FAILED':
        return { ask: 'FIND', reference: payout.id };
      case 'CREATED':
      case 'PROCESSING_FUNDS':
        return this.funding.advance(tx, batch, { payout, refusal: null });
      case 'PROCESSING':
        return this.sendHeld(tx, payout);
      default:
        throw new Error(`a payout ${payout.status} is due`);
    }
  }

  private async sendHeld(tx: AppTx, payout: Payout): Promise<PayoutCall | null> {
    payout.takeHeldFunds(tx.now);
    const order = await this.payouts.order(tx, payout);
    if (order) {
      payout.submit(tx.now);
      return { ask: 'SEND', order };
    }
    payout.giveUp(tx.now, RECIPIENT_GONE);
    return null;
  }

  /**
   * Charges once per payment ID. Null if the payment reports the rest, or if mandate is down: it is
   * asked again later.
   */
  private async pull(payout: PayoutSnapshot): Promise<Failure | null> {
    const { payoutId, customerAppId, mandateId, fundingPaymentId: paymentId } = payout;
    if (mandateId === null || paymentId === null) {
      throw new Error(`payout ${payoutId} has no mandate to pull its funds on`);
    }
    const { amount, currency, description, metadata } = payout;
    const order = { paymentId, amount, currency, description, metadata };
    try {
      await this.mandatePayments.charge(
        customerAppId,
        { mandateId },
        {
          ...order,
          externalTransactionReference: payoutId,
          transactionReferenceId: null,
          recurringPaymentMode: null,
          isFreeOfCharge: true,
        },
      );
      return null;
    } catch (error) {
      if (error instanceof PeerUnavailable) return null;
      if (!(error instanceof DomainError)) throw error;
      return { code: error.code, explanation: error.explanation };
    }
  }

  /** The mandate was charged outside of any transaction; what came of it decides the next step. */
  private async fund(
    tx: AppTx,
    locked: LockedPayout,
    refusal: Failure | null,
  ): Promise<PayoutCall | null> {
    const { payout, batch } = locked;
    if (payout.status !== 'PROCESSING_FUNDS') return null;
    const turn = await this.funding.advance(tx, batch, { payout, refusal });
    if (payout.changes.length > 0) await this.save(tx, locked);
    return turn?.ask === 'SEND' ? turn : null;
  }

  /** The table has a step for late, repeated and disordered answers. */
  private async follow(
    tx: AppTx,
    locked: LockedPayout,
    answer: PayoutAnswer,
  ): Promise<PayoutCall | null> {
    const { payout } = locked;
    const step = payoutStep(payout.status, answer.bankStatus);
    switch (step) {
      case 'WAIT':
        return null;
      case 'SEND':
        return this.sendAgain(tx, locked, answer);
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
      case 'TAKE_BACK':
        if (payout.snapshot.returnedAt === null) {
          payout.takeBack(tx.now, (answer.failure ?? CAME_BACK).explanation, answer);
        } else payout.rest();
        break;
      case 'CORRECT':
        payout.correctToExecuted(tx.now, CORRECTED, answer);
        break;
      default:
        return assertUnreachable(step);
    }
    await this.save(tx, locked);
    return null;
  }

  /**
   * The bank has not seen it. If it cannot be sent again, only time proves that it was never sent.
   */
  private async sendAgain(
    tx: AppTx,
    locked: LockedPayout,
    answer: PayoutAnswer,
  ): Promise<PayoutCall | null> {
    const { payout } = locked;
    const order = await this.payouts.order(tx, payout);
    if (order) return { ask: 'SEND', order };
    const { submittedAt } = payout.snapshot;
    if (submittedAt && plusMs(submittedAt, NEVER_SENT_AFTER_MS) > tx.now) return null;
    payout.reject(tx.now, RECIPIENT_GONE, answer);
    await this.save(tx, locked);
    return null;
  }
}
