import { Injectable } from '@nestjs/common';
import { newId, type PaymentAttemptId, type PayoutId, type Failure } from '@towpath/kernel';
import {
  byKey,
  WriteBatch,
  type AppTx,
  type Lookup,
  type PlannedStatement,
} from '@towpath/persistence';
import { LedgerService } from '../ledger/ledger.service.js';
import { publishRefundChanges } from './refund.events.js';
import { Refund, refundStep, type RefundStep, type RefundTerms } from './refund.js';
import { refunds, type RefundedCharge, type RefundId } from './refund.table.js';

/** A refund that begins; amount: minor units. Its ID is new unless the caller has one. */
export type NewRefund = Omit<RefundTerms, 'refundId' | 'customerAppId'> & {
  readonly refundId?: RefundId;
};

interface RequestedCharge {
  readonly charge: RefundedCharge;
  /** The longest time in ms that a call to the gateway takes. */
  readonly callMs: number;
}

/** The gateway's status of a refund. */
type RefundAnswer =
  | { readonly gatewayStatus: 'PENDING' | 'REFUNDED' }
  | { readonly gatewayStatus: 'REFUSED' | 'REVERSED'; readonly failure: Failure };

/**
 * The end of a payout. `EXECUTED` may follow `FAILED`: the bank corrected itself. `RETURNED`: the
 * money came back after it was executed.
 */
export interface RefundPayoutEnd {
  readonly payoutId: PayoutId;
  readonly status: 'EXECUTED' | 'FAILED' | 'RETURNED';
  /** Why, with `FAILED` and `RETURNED`. */
  readonly failure: Failure | null;
}

/**
 * The result for the refund. `FAILED`, `REVERSED`: the caller releases the amount of the payment.
 * `CORRECTED`: the money was sent after a recorded failure.
 */
interface FollowedRefund {
  readonly refund: Refund;
  readonly step: 'EXECUTED' | 'FAILED' | 'REVERSED' | 'CORRECTED' | 'UNCHANGED';
}

type RefundTransferKind =
  | 'UNEXPECTED_RECEIPT'
  | 'UNEXPECTED_RETURN'
  | 'REFUND_HOLD'
  | 'REFUND'
  | 'REFUND_RELEASE'
  | 'REFUND_REVERSAL';

/** The transfers of a step of a submitted refund; the first of a reversal belongs to the success. */
const TRANSFERS: Readonly<Record<Exclude<RefundStep, 'WAIT'>, readonly RefundTransferKind[]>> = {
  REST: [],
  EXECUTE: ['REFUND'],
  FAIL: ['REFUND_RELEASE'],
  REVERSE: ['REFUND', 'REFUND_REVERSAL'],
};

const CORRECTED = 'the bank reports the payout as executed';
const UNEXPLAINED: Failure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the payout.',
};

const ONE = 'SELECT to_jsonb(r) AS row FROM refunds r WHERE customer_app_id = $1';
const REFUNDS_OF_CHARGE =
  byKey(`${ONE} AND status IN ('SUBMITTED', 'EXECUTED') AND charge ->> 'reference' = $2
  ORDER BY refund_id FOR UPDATE`);
const SENT_BY_PAYOUT = byKey(`${ONE} AND payout_id = $2 FOR UPDATE`);

/**
 * Commands on refunds: those that customer apps request, and money that a gateway took, or a payer
 * transferred, for a link that does not accept it. Each is in the ledger with the same statement.
 */
@Injectable()
export class RefundsService {
  constructor(private readonly ledger: LedgerService) {}

  async lock(tx: AppTx, refundId: RefundId): Promise<Refund | null> {
    const row = await refunds.lock(tx, { refundId });
    return row && Refund.restore(row);
  }

  /** Locks the refunds of a charge that its gateway may decide or reverse. */
  lockAllOf(tx: AppTx, chargeReference: string): Promise<Refund[]> {
    return found(tx, REFUNDS_OF_CHARGE, chargeReference);
  }

  /** The refund of unexpected money; at most one per attempt. */
  unexpectedOf(attemptId: PaymentAttemptId): Lookup<Refund | null> {
    return refunds.lookup({ attemptId }, Refund.restore, `kind = 'UNEXPECTED_MONEY'`);
  }

  /**
   * The customer app asks for it, and the caller has reserved the amount. The money is held in the
   * books until the gateway decides.
   */
  request(
    tx: AppTx,
    batch: WriteBatch,
    { charge, callMs, ...asked }: NewRefund & RequestedCharge,
  ): RefundId {
    const refund = Refund.request(termsOf(tx, asked), charge, tx.now);
    refund.schedule.wake(tx.now, callMs);
    this.save(tx, batch, { refund, posted: ['REFUND_HOLD'] });
    return refund.snapshot.refundId;
  }

  /** Sent by a payout, which holds the amount in the books and is pursued by itself. */
  requestByPayout(
    tx: AppTx,
    batch: WriteBatch,
    { payoutId, ...asked }: Omit<RefundTerms, 'customerAppId'> & { readonly payoutId: PayoutId },
  ): void {
    const refund = Refund.requestByPayout(termsOf(tx, asked), payoutId, tx.now);
    this.save(tx, batch, { refund });
  }

  /** Unexpected money of a gateway, which the caller then asks to return it. */
  returnUnexpected(tx: AppTx, batch: WriteBatch, money: NewRefund): Refund {
    const refund = Refund.submit(termsOf(tx, money), tx.now);
    this.save(tx, batch, { refund, posted: ['UNEXPECTED_RECEIPT'] });
    return refund;
  }

  /** Books arrival and return of a bank transfer, or of its excess, in one transaction. */
  sendBack(tx: AppTx, batch: WriteBatch, money: NewRefund): RefundId {
    const refund = Refund.sendBack(termsOf(tx, money), tx.now);
    this.save(tx, batch, { refund, posted: ['UNEXPECTED_RECEIPT', 'UNEXPECTED_RETURN'] });
    return refund.snapshot.refundId;
  }

  /** The gateway has returned unexpected money. A repeated report changes nothing. */
  close(tx: AppTx, batch: WriteBatch, refund: Refund | null): void {
    if (refund?.status !== 'SUBMITTED') return;
    refund.execute(tx.now);
    this.save(tx, batch, { refund, posted: ['UNEXPECTED_RETURN'] });
  }

  /** Saves the schedule of a locked refund. */
  reschedule(tx: AppTx, refund: Refund): void {
    const batch = new WriteBatch();
    this.save(tx, batch, { refund });
    tx.write(batch);
  }

  /** Returns the result; after `FAIL` and `REVERSE` the caller releases the amount of the payment. */
  settle(tx: AppTx, refund: Refund, answer: RefundAnswer): RefundStep {
    const step = refundStep(refund.status, answer.gatewayStatus);
    if (step === 'WAIT') return step;
    const isSent = refund.status === 'EXECUTED';
    if (step === 'REST') refund.schedule.rest();
    if (step === 'EXECUTE') refund.execute(tx.now);
    if (step === 'FAIL' && 'failure' in answer) refund.fail(tx.now, answer.failure);
    if (step === 'REVERSE' && 'failure' in answer) refund.reverse(tx.now, answer.failure);
    const posted = isSent ? TRANSFERS[step].slice(1) : TRANSFERS[step];
    const batch = new WriteBatch();
    this.save(tx, batch, { refund, posted });
    tx.write(batch);
    return step;
  }

  /** In the transaction that records the end of a payout. Null for those that send no refund. */
  async followPayout(
    tx: AppTx,
    batch: WriteBatch,
    { payoutId, status, failure }: RefundPayoutEnd,
  ): Promise<FollowedRefund | null> {
    const [refund] = await found(tx, SENT_BY_PAYOUT, payoutId);
    if (!refund) return null;
    const step = followedStep(refund, status);
    if (step === 'UNCHANGED') return { refund, step };
    if (step === 'EXECUTED') refund.execute(tx.now);
    if (step === 'CORRECTED') refund.correctToExecuted(tx.now, CORRECTED);
    if (step === 'FAILED') refund.fail(tx.now, failure ?? UNEXPLAINED);
    if (step === 'REVERSED') refund.reverse(tx.now, failure ?? UNEXPLAINED);
    this.save(tx, batch, { refund });
    return { refund, step };
  }

  /** Adds a new refund, or what changed of a stored one, with its history, events and transfers. */
  private save(
    tx: AppTx,
    batch: WriteBatch,
    {
      refund,
      posted = [],
    }: { readonly refund: Refund; readonly posted?: readonly RefundTransferKind[] },
  ): void {
    refunds.save(batch, refund);
    publishRefundChanges(batch, refund);
    const { facts, amount, currency, paymentId, refundId } = refund.snapshot;
    const { recipientAccountId: accountId, atProcessor } = facts;
    const money = { accountId, amount, currency, paymentId, refundId, atProcessor };
    for (const kind of posted) this.ledger.post(tx, batch, { kind, ...money });
  }
}

async function found(tx: AppTx, statement: PlannedStatement, value: string): Promise<Refund[]> {
  const rows = await tx.query<{ row: unknown }>(statement, [tx.customerApp.id, value]);
  return refunds.rows(rows).map((row) => Refund.restore(row));
}

function termsOf(tx: AppTx, given: NewRefund): RefundTerms {
  const { refundId = newId<RefundId>(tx.systemNow) } = given;
  return { ...given, refundId, customerAppId: tx.customerApp.id };
}

function followedStep({ status }: Refund, end: RefundPayoutEnd['status']): FollowedRefund['step'] {
  const isSent = status === 'SUBMITTED' || status === 'EXECUTED';
  if (end === 'RETURNED') return isSent ? 'REVERSED' : 'UNCHANGED';
  if (status === 'SUBMITTED') return end;
  return status === 'FAILED' && end === 'EXECUTED' ? 'CORRECTED' : 'UNCHANGED';
}
