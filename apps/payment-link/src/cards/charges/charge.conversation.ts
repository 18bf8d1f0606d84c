import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import {
  assertUnreachable,
  NEVER_SENT_AFTER_MS,
  type PaymentId,
  plusMs,
  type Failure,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx } from '@towpath/persistence';
import { paymentStep, type ChargedStep } from '../../money/payments/payment.js';
import {
  askGateway,
  failureOf,
  MAX_GATEWAY_CALLS,
  NEVER_ARRIVED,
  sent,
  type GatewayAnswer,
  type GatewayCall,
  type GatewayConversation,
  type GatewayOrder,
  type GatewayStep,
  type Prepared,
} from '../card-gateways/gateway-call.js';
import {
  GatewayUnavailable,
  type CardAnswer,
  type CardSource,
  CardGatewayRegistry,
} from '../card-gateways/ports.js';
import {
  CHARGE_STATES,
  chargeStep,
  GIVEN_BACK,
  PAYER_NEEDED,
  preparedChargeStep,
  type ChargeState,
} from './charge.js';
import { ChargesService, type LockedCharge } from './charges.service.js';

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: LockedCharge;
  readonly answer: CardAnswer;
}

const NOBODY = { name: null, email: null };
const CORRECTED = 'the card gateway reports it as captured';

/**
 * The conversation with the card gateway about a charge. `start` sends a new charge; the schedule
 * and call-backs first ask what the gateway knows. The gateway knows a charge by its payment, so a
 * repeat is safe.
 */
@Injectable()
export class ChargeConversation extends defineConversation<
  GatewayConversation<PaymentId, LockedCharge>
>({
  name: 'follow-up-charges',
  table: 'charges',
  id: 'payment_id',
  dueAt: 'follow_up_at',
  maxCalls: MAX_GATEWAY_CALLS,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly charges: ChargesService,
    private readonly gateways: CardGatewayRegistry,
  ) {
    super(transactions, logger);
  }

  protected override lock(tx: AppTx, paymentId: PaymentId): Promise<LockedCharge | null> {
    return this.charges.lock(tx, paymentId);
  }

  protected override scheduleOf({ charge }: LockedCharge) {
    return charge.schedule;
  }

  protected override callMs(locked: LockedCharge): number {
    return this.gateways.get(placeOf(locked)).callMs;
  }

  protected override save(tx: AppTx, locked: LockedCharge): void {
    this.charges.save(tx, locked);
  }

  protected override question(tx: AppTx, locked: LockedCharge) {
    return { order: this.orderOf(tx, locked), call: callOf(locked, { ask: 'FIND' }) };
  }

  protected override firstQuestion(tx: AppTx, locked: LockedCharge) {
    const source = sourceOf(locked);
    const isNew =
      locked.payment.status === 'PROCESSING' && locked.charge.objection(locked) === null;
    const { order, call } = this.question(tx, locked);
    return { order, call: isNew && source ? sendOf(locked, source) : call };
  }

  protected override ask(order: GatewayOrder, call: GatewayCall): Promise<GatewayAnswer> {
    return askGateway(this.gateways.get(order), order, call);
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof GatewayUnavailable;
  }

  /** The table has a step for late, repeated and disordered answers. */
  protected override async take(tx: AppTx, locked: LockedCharge, answer: GatewayAnswer) {
    const next =
      answer.gatewayStatus === 'PREPARED'
        ? this.confirm(tx, locked, answer)
        : this.decide({ tx, locked, answer });
    return { next: next && callOf(locked, next) };
  }

  /** The ID is committed with this transaction; only then may the gateway take money under it. */
  private confirm(
    tx: AppTx,
    locked: LockedCharge,
    { gatewayReference }: Prepared,
  ): GatewayStep | null {
    const { charge } = locked;
    const objection = charge.objection(locked);
    const step = preparedChargeStep(stateOf(locked));
    if (step === 'REST') return null;
    charge.prepare(gatewayReference);
    charge.schedule.wake(tx.now, this.callMs(locked));
    if (step === 'CONFIRM' && objection) charge.refuse(objection);
    this.charges.save(tx, locked);
    const source = sourceOf(locked);
    if (step === 'VOID' || objection || !source) return { ask: 'VOID' };
    return sendOf(locked, source);
  }

  private decide(context: AnswerContext): GatewayStep | null {
    const { locked, answer } = context;
    const step = chargeStep(stateOf(locked), answer.gatewayStatus);
    switch (step) {
      case 'REST':
        return this.rest(context);
      case 'WAIT':
        return null;
      case 'SEND':
        return this.send(context);
      case 'PAYER_ABSENT':
        return this.abandon(context, PAYER_NEEDED);
      case 'DECIDE':
        return this.captureOrVoid(context);
      case 'CAPTURE':
      case 'VOID':
        return { ask: step };
      case 'TAKE':
        return this.end(context, ['HAND_OVER', 'EXECUTE']);
      case 'SUCCEED':
        return this.end(context, ['EXECUTE']);
      case 'FAIL':
        return this.end(context, ['FAIL'], reasonOf(context));
      case 'CORRECT':
        return this.end(context, ['CORRECT']);
      case 'TAKE_BACK':
        if (locked.payment.wasReturned) return this.rest(context);
        return this.end(context, ['TAKE_BACK'], failureOf(answer));
      default:
        return assertUnreachable(step);
    }
  }

  /**
   * The gateway has not seen the charge, which may still arrive. Only time proves that it was never
   * sent.
   */
  private send(context: AnswerContext): GatewayStep | null {
    const { tx, locked } = context;
    const { charge } = locked;
    const objection = charge.objection(locked);
    if (plusMs(charge.snapshot.createdAt, NEVER_SENT_AFTER_MS) <= tx.now) {
      return this.end(context, ['FAIL'], objection ?? NEVER_ARRIVED);
    }
    const source = sourceOf(locked);
    if (objection === null && source) return sendOf(locked, source);
    if (objection) this.refuse(context, objection);
    return null;
  }

  /** Authorized: the one place that decides whether money may move. */
  private captureOrVoid(context: AnswerContext): GatewayStep {
    const { tx, locked, answer } = context;
    const objection = locked.charge.objection(locked);
    if (objection) return this.abandon(context, objection);
    locked.charge.schedule.wake(tx.now, this.callMs(locked));
    this.charges.save(tx, locked, [{ step: 'HAND_OVER', report: answer }]);
    return { ask: 'CAPTURE' };
  }

  /** The payment fails when the gateway has given the authorization back, for the reason noted now. */
  private abandon(context: AnswerContext, refusal: Failure): GatewayStep {
    this.refuse(context, refusal);
    return { ask: 'VOID' };
  }

  private refuse({ tx, locked }: AnswerContext, refusal: Failure): void {
    if (locked.charge.refusal !== null) return;
    locked.charge.refuse(refusal);
    this.charges.save(tx, locked);
  }

  private rest(context: AnswerContext): null {
    return context.locked.charge.snapshot.followUpAt === null ? null : this.end(context, []);
  }

  private end(
    { tx, locked, answer }: AnswerContext,
    steps: readonly ChargedStep[],
    failure: Failure | null = null,
  ): null {
    locked.charge.schedule.rest();
    const update = { failure, report: answer, corrected: CORRECTED };
    const moved = steps.map((step) => paymentStep(step, update));
    this.charges.save(tx, locked, moved);
    return null;
  }

  private orderOf({ customerApp }: AppTx, locked: LockedCharge): GatewayOrder {
    const { snapshot } = locked.payment;
    const { gatewayAccount } = locked.charge.snapshot;
    const place = placeOf(locked);
    const isNamed = this.gateways.get(place).takesPerson === 'always';
    const person = isNamed ? locked.person : NOBODY;
    return {
      ...place,
      request: {
        reference: snapshot.paymentId,
        customerAppId: snapshot.customerAppId,
        gatewayAccount,
        recurringPaymentMode: snapshot.recurringPaymentMode,
        paymentId: snapshot.paymentId,
        payer: { key: snapshot.userId, ...person, address: null, browser: null },
        merchantAccount: snapshot.recipientAccountId,
        merchantName: customerApp.name,
        amount: snapshot.amount + snapshot.surchargeAmount,
        currency: snapshot.currency,
        payerPresent: false,
        store: false,
        purpose: 'PAYMENT',
        returnUrl: null,
        language: 'en',
      },
    };
  }
}

function reasonOf({ locked, answer }: AnswerContext): Failure {
  if (answer.gatewayStatus === 'VOIDED')
    return locked.charge.refusal ?? answer.failure ?? GIVEN_BACK;
  return failureOf(answer);
}

function stateOf({ payment }: LockedCharge): ChargeState {
  const state = CHARGE_STATES.find((each) => each === payment.status);
  if (state) return state;
  throw new Error(`a charge without the payer is in status ${payment.status}`);
}

function sourceOf({ card }: LockedCharge): CardSource | null {
  const integrationMetadata = card?.snapshot.integrationMetadata ?? null;
  return integrationMetadata && { kind: 'STORED', integrationMetadata };
}

function placeOf({ charge }: LockedCharge) {
  const { live, integrationId, connector } = charge.snapshot;
  return { integrationId, connector, appType: live ? 'LIVE' : 'TEST' } as const;
}

/** With the ID that is committed. */
function callOf({ charge }: LockedCharge, step: GatewayStep): GatewayCall {
  return { ...step, gatewayReference: charge.snapshot.gatewayReference };
}

function sendOf({ charge }: LockedCharge, source: CardSource): GatewayCall {
  return sent(source, charge.snapshot.gatewayReference);
}
