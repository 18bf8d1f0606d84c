import { Injectable } from '@nestjs/common';
import {
  assertUnreachable,
  type CustomerAppId,
  NEVER_SENT_AFTER_MS,
  nextFollowUp,
  type PaymentId,
  plusMs,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { GatewayCall } from '../card-gateways/gateway-dialogue.js';
import type { CardAnswer } from '../card-gateways/ports.js';
import { failureOf, NEVER_ARRIVED } from '../card-gateways/gateway-failures.js';
import { GIVEN_BACK, PAYER_NEEDED } from './charge-refusals.js';
import { CHARGE_STATES, chargeStep, type ChargeState } from './charge-step.js';
import type { ChargeRefusal } from './charge.js';
import { LockedCharges, objectionTo, sourceOf, type LockedCharge } from './locked-charge.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: LockedCharge;
  readonly answer: CardAnswer;
}

const CORRECTED = 'the card gateway reports it as captured';

/**
 * Records the gateway's status of a charge in one transaction, by our state and theirs. The table
 * has a step for late, repeated and disordered answers.
 */
@Injectable()
export class RecordChargeAnswer {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: LockedCharges,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    answer: CardAnswer,
  ): Promise<GatewayCall | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.charges.lock(tx, paymentId);
      return locked && this.decide({ tx, locked, answer });
    });
  }

  private decide(context: AnswerContext): Promise<GatewayCall | null> {
    const { locked, answer } = context;
    const step = chargeStep(stateOf(locked), answer.gatewayStatus);
    switch (step) {
      case 'REST':
        return this.rest(context);
      case 'WAIT':
        return Promise.resolve(null);
      case 'SEND':
        return this.send(context);
      case 'PAYER_ABSENT':
        return this.giveUp(context, PAYER_NEEDED);
      case 'DECIDE':
        return this.takeOrLeave(context);
      case 'CAPTURE':
        return Promise.resolve({ ask: 'CAPTURE' });
      case 'VOID':
        return Promise.resolve({ ask: 'VOID' });
      case 'TAKE':
        return this.end(context, [
          { step: 'HAND_OVER', report: answer },
          { step: 'EXECUTE', report: answer },
        ]);
      case 'SUCCEED':
        return this.end(context, [{ step: 'EXECUTE', report: answer }]);
      case 'FAIL':
        return this.fail(context, reasonOf(context));
      case 'CORRECT':
        return this.end(context, [{ step: 'CORRECT', reason: CORRECTED, report: answer }]);
      default:
        return assertUnreachable(step);
    }
  }

  private async rest(context: AnswerContext): Promise<null> {
    return context.locked.charge.snapshot.followUpAt === null ? null : this.end(context, []);
  }

  /**
   * The gateway has not seen the charge, which may still arrive. Only time proves that it was never
   * sent.
   */
  private async send(context: AnswerContext): Promise<GatewayCall | null> {
    const { tx, locked } = context;
    const objection = objectionTo(locked);
    const { createdAt } = locked.charge.snapshot;
    if (plusMs(createdAt, NEVER_SENT_AFTER_MS) <= tx.now) {
      return this.fail(context, objection ?? NEVER_ARRIVED);
    }
    const source = sourceOf(locked);
    if (objection === null && source) return { ask: 'AUTHORIZE', source };
    if (objection && locked.charge.refusal === null) {
      locked.charge.refuse(objection);
      await this.charges.save(tx, locked);
    }
    return null;
  }

  /** Authorized: the one place that decides whether money may move. */
  private async takeOrLeave(context: AnswerContext): Promise<GatewayCall> {
    const { tx, locked, answer } = context;
    const objection = objectionTo(locked);
    if (objection) return this.giveUp(context, objection);
    locked.charge.askFromNowOn(nextFollowUp(0, tx.now));
    await this.charges.save(tx, locked, [{ step: 'HAND_OVER', report: answer }]);
    return { ask: 'CAPTURE' };
  }

  /** The payment fails when the gateway has given the authorization back, for the reason noted now. */
  private async giveUp(
    { tx, locked }: AnswerContext,
    refusal: ChargeRefusal,
  ): Promise<GatewayCall> {
    if (locked.charge.refusal === null) {
      locked.charge.refuse(refusal);
      await this.charges.save(tx, locked);
    }
    return { ask: 'VOID' };
  }

  private fail(context: AnswerContext, failure: ChargeRefusal): Promise<null> {
    return this.end(context, [{ step: 'FAIL', failure, report: context.answer }]);
  }

  private async end(
    { tx, locked }: AnswerContext,
    steps: Parameters<LockedCharges['save']>[2],
  ): Promise<null> {
    locked.charge.rest();
    await this.charges.save(tx, locked, steps);
    return null;
  }
}

function reasonOf({ locked, answer }: AnswerContext): ChargeRefusal {
  if (answer.gatewayStatus === 'VOIDED')
    return locked.charge.refusal ?? answer.failure ?? GIVEN_BACK;
  return failureOf(answer);
}

function stateOf({ payment }: LockedCharge): ChargeState {
  const state = CHARGE_STATES.find((each) => each === payment.status);
  if (state) return state;
  throw new Error(`a charge without the payer is in status ${payment.status}`);
}
