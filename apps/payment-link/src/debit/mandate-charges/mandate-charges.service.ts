import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import {
  DomainError,
  type MandateId,
  nextFollowUp,
  type PaymentAttemptId,
  type PaymentAccountId,
  type PaymentId,
  type PaymentMethodId,
  type PaymentUserId,
  plusMs,
  UNHEARD_AFTER_MS,
  type Failure,
} from '@towpath/kernel';
import { byKey, findTogether, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  NO_CONSENT,
  type ChargeOrder,
  type Payment,
  type PaymentStep,
  type PaymentTerms,
} from '../../money/payments/payment.js';
import { priceOf } from '../../parties/payment-accounts/settlement-account.js';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import type { PaymentUserRow } from '../../parties/payment-users/payment-user.table.js';
import {
  CHARGED_STATES,
  chargedSteps,
  NO_UPDATE,
  paymentSteps,
  type ChargedState,
  type ChargeUpdate,
  type UpdatedCharge,
} from './charge-update.js';
import {
  MandateCharge,
  type MandateChargeOutcome,
  type MandateChargeTerms,
} from './mandate-charge.js';
import { mandateCharges, type MandateBank } from './mandate-charge.table.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import { PaymentsService } from '../../money/payments/payments.service.js';

/** The payment that the customer app requests. */
export interface MandatePaymentOrder extends ChargeOrder {
  readonly paymentId: PaymentId;
  /** Without surcharge and fee, because the whole amount is for another purpose. */
  readonly isFreeOfCharge?: boolean;
}

/** Payer and recipient when the charge is written. */
export interface ChargeParties {
  readonly sender: PaymentUserRow | null;
  readonly account: SettlementAccount | null;
}

/** A charge and its payment, under the lock of the charge. */
export interface LockedMandateCharge {
  readonly charge: MandateCharge;
  /** Null until mandate accepts the charge of a customer app. */
  readonly payment: Payment | null;
}

interface ChargeOf {
  readonly mandate: MandateRecord;
  readonly parties: ChargeParties;
}

interface UpdateContext extends LockedMandateCharge {
  readonly tx: AppTx;
  readonly update: ChargeUpdate;
}

/** Links start charges, so they provide what moves an attempt together with its payment. */
export abstract class AttemptFollower {
  /** Moves attempt, link and payment in the transaction that records the bank's status. */
  abstract advance(
    tx: AppTx,
    attemptId: PaymentAttemptId,
    steps: readonly PaymentStep[],
  ): Promise<void>;
}

const NOTHING: MandateChargeOutcome = { refusal: null, payment: null };

/**
 * Commands on charges of mandates. The payment starts when the mandate accepts, and follows the
 * bank's status. The table has a step for late, repeated and disordered updates.
 */
@Injectable()
export class MandateChargesService {
  constructor(
    private readonly users: PaymentUsersReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly payments: PaymentsService,
    private readonly follower: AttemptFollower,
  ) {}

  /** Reads what `start` depends on. */
  async parties(tx: AppTx, mandate: MandateRecord): Promise<ChargeParties> {
    const [sender, account] = await findTogether(tx, [
      this.users.lookup(mandate.user_id as PaymentUserId),
      this.accounts.lookup(mandate.recipient_account_id as PaymentAccountId),
    ]);
    return { sender, account };
  }

  /**
   * For a customer app: the payer has consented at this instant, or nothing is written. After the
   * commit the caller begins the conversation with mandate.
   */
  start(tx: AppTx, order: MandatePaymentOrder, chargeOf: ChargeOf): MandateCharge {
    const terms = termsOf(tx, order, chargeOf);
    const batch = new WriteBatch();
    const charge = this.add(tx, batch, terms);
    tx.write(batch);
    return charge;
  }

  /** For a link: its payment exists, and its payer has just authorized or tapped the mandate. */
  add(tx: AppTx, batch: WriteBatch, terms: MandateChargeTerms): MandateCharge {
    const charge = MandateCharge.start(terms, tx.now);
    mandateCharges.insert(batch, charge.snapshot);
    return charge;
  }

  /** Deletes a charge that mandate certainly never received. */
  async forget(tx: AppTx, paymentId: PaymentId): Promise<void> {
    await tx.query(
      byKey(`DELETE FROM mandate_charges
       WHERE customer_app_id = $1 AND payment_id = $2 AND status = 'STARTED'
         AND follow_ups_asked = 0`),
      [tx.customerApp.id, paymentId],
    );
  }

  /** One packet; the second statement sees commits that the first waited for. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedMandateCharge | null> {
    const [row, payment] = await Promise.all([
      mandateCharges.lock(tx, { paymentId }),
      this.payments.find(tx, paymentId),
    ]);
    return row && { charge: MandateCharge.restore(row), payment };
  }

  /** Saves the schedule of a locked charge. */
  save(tx: AppTx, { charge }: LockedMandateCharge): void {
    const batch = new WriteBatch();
    mandateCharges.update(batch, charge.snapshot);
    tx.write(batch);
  }

  /** A link's payer is there and has agreed; a customer app's payer must consent now. */
  async mayBegin(tx: AppTx, { snapshot }: MandateCharge): Promise<boolean> {
    if (snapshot.payment === null) return true;
    const [sender] = await findTogether(tx, [this.users.lookup(snapshot.payment.userId)]);
    return sender?.autopayConsent ?? false;
  }

  /**
   * Throws PAYMENT_NOT_FOUND for money of an unknown charge, so that the message is tried again and
   * then parked for an operator.
   */
  async applyUpdate(
    tx: AppTx,
    paymentId: PaymentId,
    update: ChargeUpdate,
  ): Promise<MandateChargeOutcome> {
    return this.apply(tx, await this.lock(tx, paymentId), { paymentId, update });
  }

  /** Like `applyUpdate`, for many charges in the order of their updates, with one read for all. */
  async applyUpdates(tx: AppTx, updated: readonly UpdatedCharge[]): Promise<void> {
    for (const once of eachOnce(updated)) {
      const paymentIds = once.map(({ paymentId }) => paymentId);
      const [charges, payments] = await Promise.all([
        lockAll(tx, paymentIds),
        this.payments.findAll(tx, paymentIds),
      ]);
      for (const each of once) {
        const charge = charges.get(each.paymentId);
        const payment = payments.get(each.paymentId) ?? null;
        await this.apply(tx, charge ? { charge, payment } : null, each);
      }
    }
  }

  /** The state of a locked charge in mandate. */
  async apply(
    tx: AppTx,
    locked: LockedMandateCharge | null,
    { paymentId, update }: UpdatedCharge,
  ): Promise<MandateChargeOutcome> {
    if (!locked) {
      assertNoMoneyMoved(paymentId, update);
      return NOTHING;
    }
    const context = { ...locked, tx, update };
    const payment = locked.payment
      ? await this.advance(context, locked.payment)
      : this.begin(context);
    return { refusal: locked.charge.snapshot.refusal, payment };
  }

  /** The mandate, or its payer, does not permit the charge: an existing payment fails. */
  async refuse(
    tx: AppTx,
    locked: LockedMandateCharge,
    refusal: Failure,
  ): Promise<MandateChargeOutcome> {
    const { charge, payment } = locked;
    if (payment) {
      const update = { ...NO_UPDATE, bankStatus: 'FAILED' as const, failure: refusal };
      await this.advance({ ...locked, tx, update }, payment);
    } else if (charge.status === 'STARTED') {
      charge.refuse(refusal);
      this.save(tx, locked);
    }
    return { refusal: charge.snapshot.refusal, payment: null };
  }

  private begin({ tx, charge, update }: UpdateContext): Payment | null {
    const { payment: terms } = charge.snapshot;
    // Refused here, and money moved there: the books follow the money.
    const isOver = charge.status === 'REFUSED' && update.bankStatus === 'NOT_SEEN';
    if (terms === null || isOver) return null;
    const batch = new WriteBatch();
    charge.accept();
    schedule(tx, charge, update);
    mandateCharges.update(batch, charge.snapshot);
    const next = chargedSteps('PROCESSING', update.bankStatus, {
      returned: false,
      reinstated: false,
    });
    const steps = paymentSteps(next, charge, update);
    const payment = this.payments.charge(tx, batch, { terms, steps });
    tx.write(batch);
    return payment;
  }

  /** The payment, unless its link moved it. */
  private async advance(
    { tx, charge, update }: UpdateContext,
    payment: Payment,
  ): Promise<Payment | null> {
    const { amountReturned, returnReversedAt, attemptId } = payment.snapshot;
    const next = chargedSteps(stateOf(payment), update.bankStatus, {
      returned: amountReturned !== null,
      reinstated: returnReversedAt !== null,
    });
    const steps = paymentSteps(next, charge, update);
    const before = charge.snapshot;
    schedule(tx, charge, update);
    const isSettled = isReported(before, tx.now) && isReported(charge.snapshot, tx.now);
    if (steps.length === 0 && isSettled) return payment;
    const batch = new WriteBatch();
    mandateCharges.update(batch, charge.snapshot);
    if (attemptId === null && steps.length > 0) {
      this.payments.advance(tx, batch, { payment, steps });
    }
    tx.write(batch);
    if (attemptId === null || steps.length === 0) return payment;
    await this.follower.advance(tx, attemptId, steps);
    return null;
  }
}

/** Like `lock`, for the charges that exist, always in one order to prevent deadlocks. */
async function lockAll(
  tx: AppTx,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, MandateCharge>> {
  const found = await tx.query<{ row: unknown }>(
    byKey(`SELECT to_jsonb(c) AS row FROM mandate_charges c
     WHERE customer_app_id = $1 AND payment_id = ANY ($2) ORDER BY payment_id FOR UPDATE`),
    [tx.customerApp.id, paymentIds],
  );
  const charges = mandateCharges.rows(found).map((row) => MandateCharge.restore(row));
  return new Map(charges.map((charge) => [charge.snapshot.paymentId, charge]));
}

/**
 * After the bank has the order, events report the rest; a lost event leads to a question. An answer
 * that the outcome overtook is old: it leads to a question soon.
 */
function schedule({ now }: AppTx, { schedule }: MandateCharge, { bankStatus }: ChargeUpdate): void {
  if (bankStatus !== 'PENDING' && bankStatus !== 'NOT_SEEN') schedule.rest();
  else if (schedule.followUps.followUpAt === null) schedule.makeDue(nextFollowUp(0, now));
  else if (bankStatus === 'PENDING') schedule.makeDue(plusMs(now, UNHEARD_AFTER_MS));
}

/**
 * Splits the updates into runs that name a charge once, so that two of one charge are recorded in
 * order.
 */
function eachOnce(updated: readonly UpdatedCharge[]): UpdatedCharge[][] {
  const runs: UpdatedCharge[][] = [];
  for (const each of updated) {
    const run = runs.at(-1);
    if (run?.every(({ paymentId }) => paymentId !== each.paymentId)) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

/**
 * Events report the charge, and the next question is hours away, so postponing it changes nothing.
 */
function isReported({ followUpAt, followUpsAsked }: MandateCharge['snapshot'], now: Date): boolean {
  const late = plusMs(now, UNHEARD_AFTER_MS / 2);
  return followUpAt !== null && followUpsAsked === 0 && followUpAt > late;
}

function assertNoMoneyMoved(paymentId: PaymentId, { bankStatus }: ChargeUpdate): void {
  if (bankStatus !== 'EXECUTED' && bankStatus !== 'RETURNED') return;
  throw new DomainError(
    'PAYMENT_NOT_FOUND',
    `No charge is known of ${paymentId}: it is ${bankStatus}.`,
  );
}

function stateOf(payment: Payment): ChargedState {
  const state = CHARGED_STATES.find((each) => each === payment.status);
  if (state) return state;
  throw new Error(`a payment whose mandate is charged is in status ${payment.status}`);
}

function termsOf(
  tx: AppTx,
  { isFreeOfCharge, ...order }: MandatePaymentOrder,
  { mandate, parties: { sender, account } }: ChargeOf,
): MandateChargeTerms {
  const { paymentId, amount, currency } = order;
  const customerAppId = tx.customerApp.id;
  const mandateId = mandate.mandate_id as MandateId;
  if (!sender?.autopayConsent) {
    throw new DomainError(NO_CONSENT.code, NO_CONSENT.explanation);
  }
  const price = priceOf(isFreeOfCharge ? {} : (account?.pricing ?? {}), 'MANDATE', amount);
  const payment: PaymentTerms = {
    ...order,
    ...price,
    customerAppId,
    type: 'MANDATE',
    live: mandate.live,
    userId: mandate.user_id as PaymentUserId,
    externalUserId: sender.externalUserId,
    senderType: mandate.sender_type,
    recipientAccountId: mandate.recipient_account_id as PaymentAccountId,
    paymentLinkId: null,
    attemptId: null,
    paymentMethodId: mandate.payment_method_id as PaymentMethodId,
    mandateId,
    description: order.description ?? mandate.mandate_details.description ?? null,
  };
  const charged = amount + price.surchargeAmount;
  const bank = bankOf(mandate);
  return { paymentId, customerAppId, mandateId, amount: charged, currency, payment, bank };
}

export function bankOf(mandate: MandateRecord): MandateBank {
  return {
    institutionId: mandate.institution_id ?? null,
    senderAccountId: (mandate.sender_account_id ?? null) as PaymentAccountId | null,
    ddaReference: mandate.mandate_details.dda_reference ?? null,
  };
}
