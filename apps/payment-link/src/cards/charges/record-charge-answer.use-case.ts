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
import { CHARGE_STATES, chargeStep, type ChargeState } from './domain/charge-step.js';
import type { ChargeRefusal } from './domain/charge.js';
import { LockedCharges, objectionTo, sourceOf, type LockedCharge } from './locked-charge.js';

interface Hearing {
  readonly tx: AppTx;
  readonly locked: LockedCharge;
  readonly answer: CardAnswer;
}

const CORRECTED = 'the card gateway reports it as captured';

/**
 * Takes in what the gateway's books say about a charge, in one transaction: our state and theirs
 * decide together. Whatever arrives late, twice or out of order finds a state that has its answer.
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

  private decide(hearing: Hearing): Promise<GatewayCall | null> {
    const { locked, answer } = hearing;
    const step = chargeStep(stateOf(locked), answer.truth);
    switch (step) {
      case 'REST':
        return this.rest(hearing);
      case 'WAIT':
        return Promise.resolve(null);
      case 'SEND':
        return this.send(hearing);
      case 'NOBODY_THERE':
        return this.giveUp(hearing, PAYER_NEEDED);
      case 'DECIDE':
        return this.takeOrLeave(hearing);
      case 'CAPTURE':
        return Promise.resolve({ ask: 'CAPTURE' });
      case 'VOID':
        return Promise.resolve({ ask: 'VOID' });
      case 'TAKE':
        return this.end(hearing, [
          { step: 'HAND_OVER', report: answer },
          { step: 'EXECUTE', report: answer },
        ]);
      case 'SUCCEED':
        return this.end(hearing, [{ step: 'EXECUTE', report: answer }]);
      case 'FAIL':
        return this.fail(hearing, reasonOf(hearing));
      case 'CORRECT':
        return this.end(hearing, [{ step: 'CORRECT', reason: CORRECTED, report: answer }]);
      default:
        return assertUnreachable(step);
    }
  }

  private async rest(hearing: Hearing): Promise<null> {
    return hearing.locked.charge.snapshot.followUpAt === null ? null : this.end(hearing, []);
  }

  /** Nothing was seen of it, but it may still be on its way: only time proves that it never left. */
  private async send(hearing: Hearing): Promise<GatewayCall | null> {
    const { tx, locked } = hearing;
    const objection = objectionTo(locked);
    const { createdAt } = locked.charge.snapshot;
    if (plusMs(createdAt, NEVER_SENT_AFTER_MS) <= tx.now) {
      return this.fail(hearing, objection ?? NEVER_ARRIVED);
    }
    const source = sourceOf(locked);
    if (objection === null && source) return { ask: 'AUTHORIZE', source };
    if (objection && locked.charge.refusal === null) {
      locked.charge.refuse(objection);
      await this.charges.save(tx, locked);
    }
    return null;
  }

  /** Authorized: the one place where it is decided that money may move. */
  private async takeOrLeave(hearing: Hearing): Promise<GatewayCall> {
    const { tx, locked, answer } = hearing;
    const objection = objectionTo(locked);
    if (objection) return this.giveUp(hearing, objection);
    locked.charge.askFromNowOn(nextFollowUp(0, tx.now));
    await this.charges.save(tx, locked, [{ step: 'HAND_OVER', report: answer }]);
    return { ask: 'CAPTURE' };
  }

  /** The payment fails when the gateway has given the authorization back, for the reason noted now. */
  private async giveUp({ tx, locked }: Hearing, refusal: ChargeRefusal): Promise<GatewayCall> {
    if (locked.charge.refusal === null) {
      locked.charge.refuse(refusal);
      await this.charges.save(tx, locked);
    }
    return { ask: 'VOID' };
  }

  private fail(hearing: Hearing, failure: ChargeRefusal): Promise<null> {
    return this.end(hearing, [{ step: 'FAIL', failure, report: hearing.answer }]);
  }

  private async end(
    { tx, locked }: Hearing,
    steps: Parameters<LockedCharges['save']>[2],
  ): Promise<null> {
    locked.charge.rest();
    await this.charges.save(tx, locked, steps);
    return null;
  }
}

function reasonOf({ locked, answer }: Hearing): ChargeRefusal {
  if (answer.truth === 'VOIDED') return locked.charge.refusal ?? answer.failure ?? GIVEN_BACK;
  return failureOf(answer);
}

function stateOf({ payment }: LockedCharge): ChargeState {
  const state = CHARGE_STATES.find((each) => each === payment.status);
  if (state) return state;
  throw new Error(`a charge without the payer is in status ${payment.status}`);
}
