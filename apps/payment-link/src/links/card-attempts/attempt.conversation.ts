import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, SANDBOX } from '@towpath/http';
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
  type GatewayCall,
  type GatewayConversation,
  type GatewayOrder,
} from '../../cards/card-gateways/gateway-call.js';
import {
  GatewayUnavailable,
  type CardAnswer,
  CardGatewayRegistry,
} from '../../cards/card-gateways/ports.js';
import { paymentStep } from '../../money/payments/payment.js';
import { MandateAttemptsService } from '../mandate-attempts/mandate-attempts.service.js';
import { LinkAddresses } from '../link-pages/link-addresses.js';
import { PageContextReads } from '../link-pages/page-context.reads.js';
import {
  PaymentAttemptsService,
  type Consequences,
  type LockedAttempt,
} from '../link-attempts/payment-attempts.service.js';
import { attemptStep } from './attempt-step.js';
import { sourceOf, type AttemptOrder } from './card-attempts.service.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: LockedAttempt;
  readonly answer: CardAnswer;
}

/** Time for a payer to return from the challenge page. */
const CHALLENGE_LIFETIME_MS = 60 * 60_000;
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
    private readonly gateways: CardGatewayRegistry,
    private readonly mandates: MandateAttemptsService,
    private readonly pageContext: PageContextReads,
    private readonly addresses: LinkAddresses,
  ) {
    super(transactions, logger);
  }

  protected override lock(tx: AppTx, attemptId: PaymentAttemptId): Promise<LockedAttempt | null> {
    return this.attempts.lock(tx, attemptId);
  }

  /** A bank transfer arrives without a question. */
  protected override scheduleOf({ attempt }: LockedAttempt) {
    return attempt.snapshot.paymentMethodType === 'MANUAL' ? null : attempt.schedule;
  }

  protected override save(tx: AppTx, locked: LockedAttempt): void {
    this.attempts.save(tx, locked);
  }

  protected override question(tx: AppTx, { link, attempt }: LockedAttempt) {
    const merchantName = tx.customerApp.name;
    return { order: { link, attempt, merchantName }, call: { ask: 'FIND' } as const };
  }

  protected override async ask(order: AttemptOrder, call: GatewayCall) {
    if (order.attempt.snapshot.paymentMethodType === 'MANDATE') {
      await this.mandates.followUp(order.attempt);
      return undefined;
    }
    const gatewayOrder = await this.gatewayOrderOf(order);
    return askGateway(this.gateways.get(gatewayOrder), gatewayOrder, call);
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof GatewayUnavailable;
  }

  /** The table has a step for late, repeated and disordered answers. */
  protected override async take(tx: AppTx, locked: LockedAttempt, answer: CardAnswer) {
    return { next: this.decide({ tx, locked, answer }) };
  }

  private async gatewayOrderOf({
    link,
    attempt,
    merchantName,
  }: AttemptOrder): Promise<GatewayOrder> {
    const { snapshot: terms } = link;
    const { attemptId, paymentId, recipientAccountId, ...asked } = attempt.snapshot;
    return {
      integrationId: asked.integrationId,
      connector: SANDBOX,
      appType: terms.live ? 'LIVE' : 'TEST',
      request: {
        reference: attemptId,
        recurringPaymentMode: terms.setupOptions?.recurring_payment_mode ?? null,
        paymentId,
        customerAppId: terms.customerAppId,
        merchantAccount: recipientAccountId,
        merchantName,
        amount: (terms.amount ?? 0) + asked.surchargeAmount,
        currency: terms.currency,
        payerPresent: true,
        store: asked.paymentMethodId !== null,
        purpose: terms.mode,
        returnUrl: this.addresses.addressOf(attempt.snapshot, 'challenge_return'),
        language: (await this.pageContext.of(link.snapshot)).locale,
      },
    };
  }

  private decide(context: AnswerContext): GatewayCall | null {
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
  private wait({ tx, locked, answer }: AnswerContext): GatewayCall | null {
    const { attempt } = locked;
    const { gatewayStatus, redirectUrl } = answer;
    if (gatewayStatus === 'ACTION_REQUIRED' && this.isOlder(locked, tx, CHALLENGE_LIFETIME_MS)) {
      return { ask: 'VOID' };
    }
    if (gatewayStatus === 'NOT_SEEN' && this.isOlder(locked, tx, NEVER_SENT_AFTER_MS)) {
      return this.rest({ tx, locked, answer });
    }
    if (redirectUrl === null || redirectUrl === attempt.snapshot.redirectUrl) return null;
    attempt.sendPayerTo(redirectUrl);
    return this.record(tx, locked);
  }

  private send(context: AnswerContext): GatewayCall | null {
    const { tx, locked } = context;
    const source = sourceOf(locked);
    if (source === null || this.isOlder(locked, tx, NEVER_SENT_AFTER_MS)) return this.fail(context);
    return { ask: 'AUTHORIZE', source };
  }

  /** Authorized: the one place that decides whether money may move. */
  private captureOrVoid({ tx, locked, answer }: AnswerContext): GatewayCall | null {
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

  private correct(context: AnswerContext): GatewayCall | null {
    const { tx, locked, answer } = context;
    if (!locked.payment || !locked.link.canCorrect()) return this.refundUnexpected(context);
    const corrected = { step: 'CORRECT', reason: CORRECTED, report: answer } as const;
    this.attempts.follow(tx, locked, { payment: [corrected] });
    return null;
  }

  private refundUnexpected({ tx, locked }: AnswerContext): GatewayCall | null {
    if (!locked.payment) return { ask: 'VOID' };
    const refund = locked.refund ?? this.attempts.saveUnexpected(tx, locked, locked.payment);
    if (refund.status !== 'SUBMITTED') return null;
    const { refundId, amount } = refund.snapshot;
    return { ask: 'REFUND', refundId, amount };
  }

  /** Like a direct debit that its bank returned: once, and the payment stays executed. */
  private takeBack(context: AnswerContext): null {
    const { tx, locked, answer } = context;
    if (locked.payment?.snapshot.amountReturned !== null) return this.rest(context);
    const update = { failure: failureOf(answer), report: answer, corrected: CORRECTED };
    locked.attempt.rest();
    return this.record(tx, locked, { payment: [paymentStep('TAKE_BACK', update)] });
  }

  /** The payer must choose again: under the old reference a gateway repeats its old answer. */
  private abandon({ tx, locked }: AnswerContext): GatewayCall {
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

function executed(report: CardAnswer) {
  return { step: 'EXECUTE', report } as const;
}
