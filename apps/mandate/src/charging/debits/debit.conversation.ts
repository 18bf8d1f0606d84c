import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import {
  NEVER_SENT_AFTER_MS,
  parseId,
  plusMs,
  type CustomerAppId,
  type PaymentId,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankRefused,
  BankUnavailable,
  CHARGE_NOT_SEEN,
  type DirectDebitAnswer,
} from '../../banks/direct-debit/ports.js';
import { nextWhilePending } from '../../mandates/submissions/follow-up-schedule.js';
import type { ChargeObjection } from '../charges/charge-limits.js';
import {
  ChargesService,
  type BankOrder,
  type ChargeOrder,
  type LockedDebit,
} from '../charges/charges.service.js';
import { debitStep } from './debit-step.js';
import type { DirectDebit } from '../charges/direct-debit.js';
import type { DirectDebitCommand } from '../charges/direct-debit.transitions.js';

type BankCall = 'CHARGE' | 'FIND';

interface DebitConversationTypes {
  readonly id: PaymentId;
  readonly locked: LockedDebit;
  readonly order: BankOrder;
  readonly call: BankCall;
  readonly answer: DirectDebitAnswer;
  /** With the debit as committed. */
  readonly taken: { readonly debit: DirectDebit; readonly next: BankCall | null };
}

interface AnswerContext extends LockedDebit {
  readonly tx: AppTx;
  readonly answer: DirectDebitAnswer;
}

const NEVER_ARRIVED: ChargeObjection = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The order never reached the bank.',
};

/**
 * The conversation with the bank about a reserved charge, which has the name of its payment there.
 * The job also settles reservations of dead processes, so that every reservation gets an outcome.
 */
@Injectable()
export class DebitConversation extends defineConversation<DebitConversationTypes>({
  name: 'follow-up-debits',
  table: 'direct_debits',
  id: 'payment_id',
  dueAt: 'follow_up_at',
  // A question, the order again, and its answer.
  maxCalls: 4,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly charges: ChargesService,
    private readonly banks: DirectDebitRegistry,
  ) {
    super(transactions, logger);
  }

  /**
   * Charges a mandate for a payment, once for any number of requests. It reserves the charge within
   * the mandate's limits and commits it before it calls the bank. Returns the present state of the
   * charge.
   */
  async charge(
    customerAppId: CustomerAppId,
    asked: ChargeOrder,
    { begin }: { readonly begin: boolean },
  ): Promise<DirectDebitAnswer> {
    const reserved = await this.transactions.forApp(customerAppId, (tx) =>
      this.charges.reserve(tx, asked, { begin }),
    );
    if (!reserved) return CHARGE_NOT_SEEN;
    const { debit, order } = reserved;
    if (!order) return debit.answer;
    const taken = await this.hold({ customerAppId, id: asked.paymentId, order, call: 'CHARGE' });
    return (taken?.debit ?? debit).answer;
  }

  /** In the transaction of a call-back. What to do after the commit; null without such a charge. */
  async wakeByReference(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null> {
    const paymentId = parseId<PaymentId>(reference);
    const question = paymentId ? await this.wake(tx, paymentId) : null;
    return question && (async () => void (await this.hold(question)));
  }

  protected override lock(tx: AppTx, paymentId: PaymentId): Promise<LockedDebit | null> {
    return this.charges.lock(tx, paymentId);
  }

  protected override scheduleOf({ debit }: LockedDebit) {
    return debit.schedule;
  }

  protected override save(tx: AppTx, { debit }: LockedDebit): void {
    this.charges.save(tx, debit);
  }

  protected override async question(tx: AppTx, { debit }: LockedDebit) {
    return { order: await this.charges.orderOf(tx, debit), call: 'FIND' as const };
  }

  protected override async ask(order: BankOrder, call: BankCall): Promise<DirectDebitAnswer> {
    const { charge } = order;
    const bank = this.banks.get(order);
    try {
      return call === 'CHARGE' ? await bank.charge(charge) : await bank.findCharge(charge);
    } catch (error) {
      if (!(error instanceof BankRefused)) throw error;
      // What it will never answer is asked again, or given up.
      const { paymentId } = charge;
      this.log.error({ error, paymentId, ask: call }, 'a direct debit bank refused a request');
      return CHARGE_NOT_SEEN;
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof BankUnavailable;
  }

  /** By our state and theirs: the table has a step for late, repeated and disordered answers. */
  protected override async take(tx: AppTx, locked: LockedDebit, answer: DirectDebitAnswer) {
    const next = await this.decide({ tx, ...locked, answer });
    return { debit: locked.debit, next };
  }

  private async decide(context: AnswerContext): Promise<BankCall | null> {
    const { tx, debit, answer } = context;
    const step = debitStep(debit.snapshot, answer.bankStatus);
    if (step === 'SEND') return this.sendOrGiveUp(context);
    if (typeof step !== 'string') return this.follow(context, step);
    const { createdAt, followUpAt } = debit.snapshot;
    if (step === 'WAIT') debit.schedule.makeDue(nextWhilePending(createdAt, tx.now));
    else if (followUpAt === null) return null;
    else debit.schedule.rest();
    this.charges.save(tx, debit);
    return null;
  }

  /** The order may still arrive; only time proves that it was never sent. */
  private async sendOrGiveUp(context: AnswerContext): Promise<BankCall | null> {
    const { tx, mandate, debit, answer } = context;
    if (plusMs(debit.snapshot.createdAt, NEVER_SENT_AFTER_MS) <= tx.now) {
      return this.follow({ ...context, answer: { ...answer, failure: NEVER_ARRIVED } }, ['fail']);
    }
    return mandate.status === 'SUCCEEDED' ? 'CHARGE' : null;
  }

  private async follow(
    { tx, mandate, debit, answer }: AnswerContext,
    commands: readonly DirectDebitCommand[],
  ): Promise<null> {
    debit.follow(commands, answer, tx.now);
    if (debit.status === 'SUBMITTED') {
      debit.schedule.makeDue(nextWhilePending(debit.snapshot.createdAt, tx.now));
    } else {
      debit.schedule.rest();
    }
    await this.charges.saveMoved(tx, { mandate, debit });
    return null;
  }
}
