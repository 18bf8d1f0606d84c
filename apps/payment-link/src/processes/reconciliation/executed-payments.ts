import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { ExecutedPeriod, ReconciledBooks } from '@towpath/reconciliation';
import type { BookSum, HeldBooks, HeldSums } from '@towpath/reconciliation/books';
import type { TransferKind } from '../../money/ledger/ledger.js';
import { LedgerReads, type PaymentTransfer } from '../../money/ledger/ledger.reads.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { RefundsReads } from '../../money/refunds/refunds.reads.js';

export type BooksAtPlaces = Pick<
  ReconciledBooks,
  'sides' | 'places' | 'settled' | 'held' | 'executed' | 'ask'
> &
  Partial<Pick<ReconciledBooks, 'giveBack'>>;

export const PAGE = 200;

/** The end of a page is the start of the next one. */
export function pageOf<T extends string>(subjects: readonly T[]) {
  return { subjects, next: subjects.length === PAGE ? (subjects.at(-1) ?? null) : null };
}

type Movement = BookSum & { readonly at: Date };

/** @param places the sums in each of the places that must have one */
export function held(places: readonly (readonly Movement[])[]): HeldSums {
  const all = places.flat();
  const [first] = all.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    sums: all.map(({ amount, currency }) => ({ amount, currency })),
    complete: places.every((place) => place.length > 0),
    since: first ?? null,
  };
}

/** The movements of a payment that may have several; the ledger must contain each. */
export function heldParts(rows: readonly Movement[], ledger: readonly Movement[]): HeldSums {
  const total = (list: readonly Movement[]) => list.reduce((sum, { amount }) => sum + amount, 0);
  const both = held([rows, ledger]);
  const parts = rows.map(({ amount, currency, at }) => ({ amount, currency, at }));
  return { ...both, complete: both.complete && total(rows) === total(ledger), parts };
}

/** What bank or gateway took back of an executed payment. */
export function heldReturn(
  { amount, surchargeAmount, returnReversedAt, currency, ...payment }: PaymentSnapshot,
  ledger: readonly PaymentTransfer[],
): { readonly RETURN: HeldSums; readonly RETURN_REVERSED: HeldSums } {
  const whole = { amount: amount + surchargeAmount, currency };
  const returnedAt = payment.returnedAt ?? returnReversedAt;
  const movements = (at: Date | null) => (at === null ? [] : [{ ...whole, at }]);
  return {
    RETURN: held([movements(returnedAt), inLedger(ledger, 'RETURN')]),
    RETURN_REVERSED: held([movements(returnReversedAt), inLedger(ledger, 'RETURN_REVERSAL')]),
  };
}

/** What disputes of a payment took, and what came back of it. */
export function heldDisputes(ledger: readonly PaymentTransfer[]) {
  const moved = ledger.filter((transfer) => !ledger.some((other) => isHeldAgain(transfer, other)));
  const sums = (...kinds: readonly TransferKind[]) => {
    const byDispute = Map.groupBy(
      moved.filter(({ kind, disputeId }) => disputeId !== null && kinds.includes(kind)),
      ({ disputeId }) => disputeId,
    );
    const rows = [...byDispute.values()].flatMap((list) => {
      const [first] = list;
      const amount = list.reduce((sum, each) => sum + each.amount, 0);
      return first ? [{ amount, currency: first.currency, at: first.occurredAt }] : [];
    });
    return heldParts(rows, rows);
  };
  return {
    DISPUTE: sums('DISPUTE_HOLD'),
    DISPUTE_REVERSED: sums('DISPUTE_RELEASE', 'DISPUTE_LOSS_REVERSAL'),
  };
}

/** An appeal moves no money: what it takes back of the loss in our books is held again at once. */
function isHeldAgain(one: PaymentTransfer, other: PaymentTransfer): boolean {
  const kinds: readonly TransferKind[] = [one.kind, other.kind].toSorted();
  return (
    kinds.join() === 'DISPUTE_HOLD,DISPUTE_LOSS_REVERSAL' &&
    one.disputeId === other.disputeId &&
    one.amount === other.amount &&
    one.occurredAt.getTime() === other.occurredAt.getTime()
  );
}

type KindOf<T> = T extends { readonly kind: infer K } ? K : never;

/** Movements in the ledger, of these kinds. */
export function inLedger<T extends Omit<PaymentTransfer, 'paymentId' | 'refundId' | 'disputeId'>>(
  transfers: readonly T[],
  ...kinds: readonly KindOf<T>[]
): Movement[] {
  return transfers
    .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
    .map(({ amount, currency, occurredAt: at }) => ({ amount, currency, at }));
}

/** Payments here, whether or not a gateway or mandate knows them. */
@Injectable()
export class ExecutedPayments {
  constructor(
    private readonly payments: PaymentsReads,
    private readonly refunds: RefundsReads,
    private readonly ledger: LedgerReads,
  ) {}

  find(tx: AppTx, subjects: readonly string[]): Promise<readonly PaymentSnapshot[]> {
    return this.payments.findAll(
      tx,
      subjects.flatMap((subject) => parseId<PaymentId>(subject) ?? []),
    );
  }

  /**
   * The books of payments, by payment. Money that no link took is in the ledger alone: its payment
   * was never executed.
   *
   * @param back the name of a payment at the other side, and its money that went back
   */
  async booksOf(
    tx: AppTx,
    payments: readonly PaymentSnapshot[],
    back: (payment: PaymentSnapshot, ledger: readonly PaymentTransfer[]) => HeldBooks,
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    const ids = payments.map(({ paymentId }) => paymentId);
    const transfers = await this.ledger.ofPayments(tx, ids);
    const books = payments.map((payment) => {
      const { paymentId, status, amount, surchargeAmount, currency, updatedAt: at } = payment;
      const ledger = transfers.filter((transfer) => transfer.paymentId === paymentId);
      const { reference, sides } = back(payment, ledger);
      const paid =
        status === 'EXECUTED' ? [{ amount: amount + surchargeAmount, currency, at }] : [];
      const unexpected = inLedger(ledger, 'UNEXPECTED_RECEIPT');
      const places = unexpected.length > 0 ? [unexpected] : [paid, inLedger(ledger, 'PAYMENT')];
      return [paymentId, { reference, sides: { CHARGE: held(places), ...sides } }] as const;
    });
    return new Map(books);
  }

  /** A page of payments; the first one also has those whose refund was executed, of which few are. */
  async page(tx: AppTx, { after, ...period }: ExecutedPeriod) {
    const page = { after: after as PaymentId | null, limit: PAGE };
    const paid = await this.payments.executedBetween(tx, period, page);
    const returned = after === null ? await this.refunds.executedBetween(tx, period) : [];
    const { subjects, next } = pageOf(paid);
    return { subjects: [...subjects, ...returned], next };
  }
}
