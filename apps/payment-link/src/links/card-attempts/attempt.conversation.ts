import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import {
  assertUnreachable,
  NEVER_SENT_AFTER_MS,
  type PaymentAttemptId,
  plusMs,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx } from '@towpath/persistence';
import {
  askGateway,
  failureOf,
  MAX_GATEWAY_CALLS,
  NEVER_ARRIVED,
  sent,
  type GatewayAnswer,
  type GatewayCall,
  type GatewayConversation,
  type GatewayStep,
  type Prepared,
} from '../../cards/card-gateways/gateway-call.js';
import { GatewayUnavailable, type CardAnswer } from '../../cards/card-gateways/ports.js';
import { paymentStep } from '../../money/payments/payment.js';
import type { Challenge } from '../link-pages/link-addresses.js';
import { MandateAttemptsService } from '../mandate-attempts/mandate-attempts.service.js';
import {
  PaymentAttemptsService,
  type Consequences,
  type LockedAttempt,
} from '../link-attempts/payment-attempts.service.js';
import { attemptStep, preparedAttemptStep } from './attempt-step.js';
import { sourceOf } from './card-attempts.service.js';
import { CardRequestsReads, FROM_NOBODY, type AttemptOrder } from './card-requests.reads.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: LockedAttempt;
  readonly answer: CardAnswer;
}

/** Time for a payer to return from the challenge page; some approve there and never return. */
const CHALLENGE_LIFETIME_MS = 60 * 60_000;
const CHALLENGE_ASKED_MS = 5 * 60_000;
const CORRECTED = 'the card gateway reports it as captured';
const NOT_SUBMITTED = 'the card gateway knows an attempt that was not submitted here';

/**
 * The conversation with the card gateway about an attempt, under the lock of its link. An attempt
 * by mandate is followed up at the service of mandates instead, which reports by event.
 */
@Injectable()
export class AttemptConversation extends defineConversation<
  GatewayConversation<PaymentAttemptId, LockedAttempt, AttemptOrder>
>({
  name: 'follow-up-attempts',
  table: 'payment_attempts',
  id: 'attempt_id',
  dueAt: 'follow_up_at',
  maxCalls: MAX_GATEWAY_CALLS,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly attempts: PaymentAttemptsService,
    private readonly requests: CardRequestsReads,
    private readonly mandates: MandateAttemptsService,
  ) {
    super(transactions, logger);
  }

  /** The payer came back from a challenge: the gateway learns of it, unless the attempt ended meanwhile. */
  async complete({ customerAppId, attemptId }: Challenge, query: URLSearchParams): Promise<void> {
    const question = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.lock(tx, attemptId);
      return locked?.attempt.status === 'AUTHORIZING' ? this.wake(tx, attemptId) : null;
    });
    if (!question?.call) return;
    const { gatewayReference } = question.call;
    await this.hold({ ...question, call: { ask: 'COMPLETE', query, gatewayReference } });
  }

  protected override lock(tx: AppTx, attemptId: PaymentAttemptId): Promise<LockedAttempt | null> {
    return this.attempts.lock(tx, attemptId);
  }

  /** A bank transfer arrives without a question. */
  protected override scheduleOf({ attempt }: LockedAttempt) {
    return attempt.snapshot.paymentMethodType === 'MANUAL' ? null : attempt.schedule;
  }

  /** The service of mandates answers within 5 s. */
  protected override callMs({ link, attempt }: LockedAttempt): number {
    if (attempt.snapshot.paymentMethodType === 'MANDATE') return 0;
    return this.requests.gatewayOf(link, attempt).callMs;
  }

  protected override save(tx: AppTx, locked: LockedAttempt): void {
    this.attempts.save(tx, locked);
  }

  protected override question({ customerApp }: AppTx, locked: LockedAttempt) {
    const { link, attempt } = locked;
    const order = { link, attempt, merchantName: customerApp.name, from: FROM_NOBODY };
    return { order, call: callOf(locked, { ask: 'FIND' }) };
  }

  protected override async ask(order: AttemptOrder, call: GatewayCall) {
    if (order.attempt.snapshot.paymentMethodType === 'MANDATE') {
      await this.mandates.followUp(order.attempt);
      return undefined;
    }
    const { gateway, order: asked } = await this.requests.of(order, call);
    return askGateway(gateway, asked, call);
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof GatewayUnavailable;
  }

  /** The table has a step for late, repeated and disordered answers. */
  protected override async take(tx: AppTx, locked: LockedAttempt, answer: GatewayAnswer) {
    if (answer.gatewayStatus === 'PREPARED') return { next: this.confirm(tx, locked, answer) };
    await this.attempts.forgetLate(tx, locked, answer);
    const next = this.decide({ tx, locked, answer });
    return { next: next && callOf(locked, next) };
  }

  /** The ID is committed with this transaction; only then may the gateway take money under it. */
  private confirm(
    tx: AppTx,
    locked: LockedAttempt,
    { gatewayReference }: Prepared,
  ): GatewayCall | null {
    const { attempt } = locked;
    const step = preparedAttemptStep(attempt.status);
    if (step === 'REST') return null;
    attempt.prepare(gatewayReference);
    attempt.schedule.wake(tx.now, this.callMs(locked));
    this.record(tx, locked);
    const source = sourceOf(locked);
    if (step === 'VOID') return callOf(locked, { ask: 'VOID' });
    // A saved card that was cancelled meanwhile: the gateway has taken nothing, and the attempt fails.
    if (source === null) return callOf(locked, { ask: 'FIND' });
    return sent(source, attempt.snapshot.gatewayReference);
  }

  private decide(context: AnswerContext): GatewayStep | null {
    const { tx, locked, answer } = context;
    const step = attemptStep(locked.attempt.status, answer.gatewayStatus);
    switch (step) {
      case 'REST':
        return this.rest(context);
      case 'WAIT':
        return this.wait(context);
      case 'SEND':
        return this.send(context);
      case 'DECIDE':
        return this.captureOrVoid(context);
      case 'CAPTURE':
      case 'VOID':
        return { ask: step };
      case 'SUCCEED':
        this.attempts.follow(tx, locked, { payment: [executed(answer)] });
        return null;
      case 'FAIL':
        return this.fail(context);
      case 'CORRECT':
        return this.correct(context);
      case 'REFUND':
        return this.refundUnexpected(context);
      case 'CLOSE_REFUND':
        locked.attempt.rest();
        this.attempts.saveReturned(tx, locked);
        return null;
      case 'TAKE_BACK':
        return this.takeBack(context);
      case 'ABANDON':
        return this.abandon(context);
      default:
        return assertUnreachable(step);
    }
  }

  private rest({ tx, locked }: AnswerContext): null {
    if (locked.attempt.snapshot.followUpAt === null) return null;
    locked.attempt.rest();
    return this.record(tx, locked);
  }

  /** The payer may need to visit the bank, for a while; then we stop waiting for them. */
  private wait({ tx, locked, answer }: AnswerContext): GatewayStep | null {
    const { attempt } = locked;
    const { gatewayStatus, redirectUrl } = answer;
    const isChallenge = gatewayStatus === 'ACTION_REQUIRED';
    if (isChallenge && this.isOlder(locked, tx, CHALLENGE_LIFETIME_MS)) return { ask: 'VOID' };
    if (gatewayStatus === 'NOT_SEEN' && this.isOlder(locked, tx, NEVER_SENT_AFTER_MS)) {
      return this.rest({ tx, locked, answer });
    }
    const isSooner = isChallenge && attempt.schedule.askBy(plusMs(tx.now, CHALLENGE_ASKED_MS));
    const isSent = redirectUrl !== null && redirectUrl !== attempt.snapshot.redirectUrl;
    if (isSent) attempt.sendPayerTo(redirectUrl);
    return isSent || isSooner ? this.record(tx, locked) : null;
  }

  private send(context: AnswerContext): GatewayStep | null {
    const { tx, locked } = context;
    const source = sourceOf(locked);
    if (source === null || this.isOlder(locked, tx, NEVER_SENT_AFTER_MS)) return this.fail(context);
    return sent(source, locked.attempt.snapshot.gatewayReference);
  }

  /** Authorized: the one place that decides whether money may move. */
  private captureOrVoid({ tx, locked, answer }: AnswerContext): GatewayStep | null {
    const { link, attempt, card } = locked;
    const stored = { step: 'SUCCEED', report: answer } as const;
    if (!link.accepts(attempt) || card?.status === 'CANCELLED') {
      const reason = 'the payment method was cancelled';
      link.abandon(attempt, reason, tx.now);
      this.record(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
      return { ask: 'FIND' };
    }
    if (link.terms.mode === 'SETUP') {
      link.succeed(attempt, tx.now);
      return this.record(tx, locked, { card: stored });
    }
    attempt.commit(tx.now);
    attempt.schedule.wake(tx.now, this.callMs(locked));
    if (answer.gatewayStatus === 'AUTHORIZED') {
      this.record(tx, locked, {
        payment: [{ step: 'SUBMIT', report: answer }],
        card: stored,
      });
      return { ask: 'CAPTURE' };
    }
    link.succeed(attempt, tx.now);
    const payment = [{ step: 'SUBMIT', report: answer } as const, executed(answer)];
    return this.record(tx, locked, { payment, card: stored });
  }

  private fail({ tx, locked, answer }: AnswerContext): null {
    const failure = answer.gatewayStatus === 'NOT_SEEN' ? NEVER_ARRIVED : failureOf(answer);
    const failed = { step: 'FAIL', failure, report: answer } as const;
    this.attempts.follow(tx, locked, { payment: [failed], card: failed });
    return null;
  }

  private correct(context: AnswerContext): GatewayStep | null {
    const { tx, locked, answer } = context;
    if (!locked.payment || !locked.link.canCorrect()) return this.refundUnexpected(context);
    const corrected = { step: 'CORRECT', reason: CORRECTED, report: answer } as const;
    this.attempts.follow(tx, locked, { payment: [corrected] });
    return null;
  }

  private refundUnexpected({ tx, locked }: AnswerContext): GatewayStep | null {
    if (!locked.payment) return { ask: 'VOID' };
    const refund = locked.refund ?? this.attempts.saveUnexpected(tx, locked, locked.payment);
    if (refund.status !== 'SUBMITTED') return null;
    const { refundId, amount } = refund.snapshot;
    return { ask: 'REFUND', refundId, amount };
  }

  /** Like a direct debit that its bank returned: once, and the payment stays executed. */
  private takeBack(context: AnswerContext): null {
    const { tx, locked, answer } = context;
    if (locked.payment?.wasReturned !== false) return this.rest(context);
    const update = { failure: failureOf(answer), report: answer, corrected: CORRECTED };
    locked.attempt.rest();
    return this.record(tx, locked, { payment: [paymentStep('TAKE_BACK', update)] });
  }

  /** The payer must choose again: under the old reference a gateway repeats its old answer. */
  private abandon({ tx, locked }: AnswerContext): GatewayStep {
    locked.link.abandon(locked.attempt, NOT_SUBMITTED, tx.now);
    locked.attempt.schedule.makeDue(tx.now);
    const step = { step: 'CANCEL', reason: NOT_SUBMITTED } as const;
    this.record(tx, locked, { payment: [step], card: step });
    return { ask: 'FIND' };
  }

  private record(tx: AppTx, locked: LockedAttempt, consequences: Consequences = {}): null {
    this.attempts.save(tx, locked, consequences);
    return null;
  }

  private isOlder({ attempt }: LockedAttempt, { now }: AppTx, ageMs: number): boolean {
    const { submittedAt, createdAt } = attempt.snapshot;
    return plusMs(submittedAt ?? createdAt, ageMs) <= now;
  }
}

/** With the ID that is committed. */
function callOf({ attempt }: LockedAttempt, step: GatewayStep): GatewayCall {
  return { ...step, gatewayReference: attempt.snapshot.gatewayReference };
}

function executed(report: CardAnswer) {
  return { step: 'EXECUTE', report } as const;
}
