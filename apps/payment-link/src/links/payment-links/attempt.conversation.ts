import { Injectable } from '@nestjs/common';
import {
  assertUnreachable,
  type CustomerAppId,
  NEVER_SENT_AFTER_MS,
  type PaymentAttemptId,
  plusMs,
} from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { GatewayCall } from '../../cards/card-gateways/gateway-dialogue.js';
import type { CardAnswer } from '../../cards/card-gateways/ports.js';
import { attemptStep } from './domain/attempt-step.js';
import { CHALLENGE_LIFETIME_MS } from './domain/attempt-lifetimes.js';
import { failureOf, NEVER_ARRIVED } from '../../cards/card-gateways/gateway-failures.js';
import { orderOf, sourceOf, type NextCall } from './gateway-call.js';
import { LockedAttempts, type Consequences, type LockedAttempt } from './locked-attempt.js';
import { linkNotFound } from './payment-link.errors.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: LockedAttempt;
  readonly answer: CardAnswer;
}

const CORRECTED = 'the card gateway reports it as captured';
const NOT_SUBMITTED = 'the card gateway knows an attempt that was not submitted here';

/**
 * Records the gateway's status in one transaction, by our state and theirs. The table has a step
 * for late, repeated and disordered answers.
 */
@Injectable()
export class RecordGatewayAnswer {
  constructor(private readonly attempts: LockedAttempts) {}

  execute(
    customerAppId: CustomerAppId,
    attemptId: PaymentAttemptId,
    answer: CardAnswer,
  ): Promise<NextCall> {
    return this.attempts.begin({ customerAppId, attemptId }, async (tx, locked) => {
      if (!locked) throw linkNotFound();
      const call = await this.decide({ tx, locked, answer });
      return { order: orderOf(locked, tx.customerApp.name), call };
    });
  }

  private decide(context: AnswerContext): Promise<GatewayCall | null> {
    const { locked, answer } = context;
    const step = attemptStep(locked.attempt.status, answer.gatewayStatus);
    switch (step) {
      case 'REST':
        return this.rest(context);
      case 'WAIT':
        return this.wait(context);
      case 'SEND':
        return this.send(context);
      case 'DECIDE':
        return this.takeOrLeave(context);
      case 'CAPTURE':
        return Promise.resolve({ ask: 'CAPTURE' });
      case 'VOID':
        return Promise.resolve({ ask: 'VOID' });
      case 'SUCCEED':
        return this.succeed(context);
      case 'FAIL':
        return this.fail(context);
      case 'CORRECT':
        return this.correct(context);
      case 'REFUND':
        return this.giveBack(context);
      case 'CLOSE_REFUND':
        return this.closeRefund(context);
      case 'ABANDON':
        return this.abandon(context);
      default:
        return assertUnreachable(step);
    }
  }

  private async rest({ tx, locked }: AnswerContext): Promise<null> {
    if (locked.attempt.snapshot.followUpAt === null) return null;
    locked.attempt.rest();
    return this.save(tx, locked);
  }

  /** The payer may need to visit the bank, for a while; then we stop waiting for them. */
  private async wait({ tx, locked, answer }: AnswerContext): Promise<GatewayCall | null> {
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
    return this.save(tx, locked);
  }

  private async send(context: AnswerContext): Promise<GatewayCall | null> {
    const { tx, locked } = context;
    const source = sourceOf(locked);
    if (source === null || this.isOlder(locked, tx, NEVER_SENT_AFTER_MS)) return this.fail(context);
    return { ask: 'AUTHORIZE', source };
  }

  /** Authorized: the one place that decides whether money may move. */
  private async takeOrLeave({ tx, locked, answer }: AnswerContext): Promise<GatewayCall | null> {
    const { link, attempt, card } = locked;
    const stored = { step: 'SUCCEED', report: answer } as const;
    if (!link.accepts(attempt) || card?.status === 'CANCELLED') {
      const reason = 'the payment method was cancelled';
      link.abandon(attempt, reason, tx.now);
      await this.save(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
      return { ask: 'FIND' };
    }
    if (link.terms.mode === 'SETUP') {
      link.succeed(attempt, tx.now);
      return this.save(tx, locked, { card: stored });
    }
    attempt.commit(tx.now);
    if (answer.gatewayStatus === 'AUTHORIZED') {
      await this.save(tx, locked, { payment: [{ step: 'SUBMIT', report: answer }], card: stored });
      return { ask: 'CAPTURE' };
    }
    link.succeed(attempt, tx.now);
    const payment = [{ step: 'SUBMIT', report: answer } as const, executed(answer)];
    return this.save(tx, locked, { payment, card: stored });
  }

  private succeed({ tx, locked, answer }: AnswerContext): Promise<null> {
    locked.link.succeed(locked.attempt, tx.now);
    return this.save(tx, locked, { payment: [executed(answer)] });
  }

  private fail({ tx, locked, answer }: AnswerContext): Promise<null> {
    const failure = answer.gatewayStatus === 'NOT_SEEN' ? NEVER_ARRIVED : failureOf(answer);
    locked.link.fail(locked.attempt, failure, tx.now);
    return this.save(tx, locked, {
      payment: [{ step: 'FAIL', failure, report: answer }],
      card: { step: 'FAIL', failure, report: answer },
    });
  }

  private correct(context: AnswerContext): Promise<GatewayCall | null> {
    const { tx, locked, answer } = context;
    if (!locked.payment || !locked.link.canCorrect()) return this.giveBack(context);
    locked.link.correctToSucceeded(locked.attempt, CORRECTED, tx.now);
    return this.save(tx, locked, {
      payment: [{ step: 'CORRECT', reason: CORRECTED, report: answer }],
    });
  }

  private async giveBack({ tx, locked }: AnswerContext): Promise<GatewayCall | null> {
    if (!locked.payment) return { ask: 'VOID' };
    const refund =
      locked.refund ?? (await this.attempts.saveUnexpected(tx, locked, locked.payment));
    if (refund.status !== 'SUBMITTED') return null;
    const { refundId, amount } = refund.snapshot;
    return { ask: 'REFUND', refundId, amount };
  }

  private async closeRefund({ tx, locked }: AnswerContext): Promise<null> {
    locked.attempt.rest();
    await this.attempts.saveReturned(tx, locked);
    return null;
  }

  /** The payer must choose again: under the old reference a gateway repeats its old answer. */
  private async abandon({ tx, locked }: AnswerContext): Promise<GatewayCall> {
    locked.link.abandon(locked.attempt, NOT_SUBMITTED, tx.now);
    locked.attempt.askAgainAt(tx.now);
    const step = { step: 'CANCEL', reason: NOT_SUBMITTED } as const;
    await this.save(tx, locked, { payment: [step], card: step });
    return { ask: 'FIND' };
  }

  private async save(
    tx: AppTx,
    locked: LockedAttempt,
    consequences: Consequences = {},
  ): Promise<null> {
    await this.attempts.save(tx, locked, consequences);
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
