import { plusMs, utcDate } from '@towpath/kernel';
import { DECISION_MS } from './debit-mandate.js';
import type { CollectionRecord, DebitMandateRecord } from './debit.table.js';
import { debitOutcomeOf, REASONS, type BankReason, type DebitOutcome } from './debit-outcomes.js';
import {
  collectionMachine,
  type CollectionCommand,
  type CollectionEvent,
} from './debit.transitions.js';

const MS_PER_S = 1_000;

/** What the merchant asks for. */
export type CollectionRequest = Pick<
  CollectionRecord,
  | 'reference'
  | 'mandateReference'
  | 'customerAppId'
  | 'paymentId'
  | 'amount'
  | 'currency'
  | 'callbackUrl'
>;

/** Money that moves between payer and merchant. */
export interface Movement {
  readonly kind: 'CHARGE' | 'RETURN' | 'RETURN_REVERSED';
  readonly transactionReference: string;
}

export interface CollectionChange {
  readonly event: CollectionEvent;
  /** On the clock of the app. */
  readonly occurredAt: Date;
  readonly answered: boolean;
  readonly movement?: Movement;
}

/** References of the movements of money, which follow from the request alone. */
export interface CollectionReferences {
  readonly paid: string;
  readonly returned: string;
  readonly reinstated: string;
}

interface CollectionTerms {
  readonly mandate: DebitMandateRecord;
  readonly issued: CollectionReferences;
  readonly requestHash: string;
  readonly now: Date;
}

/** One collection from a payer's account, to its last return. Pure: saved by its store. */
export class Collection {
  private readonly made: CollectionChange[] = [];

  private constructor(
    private current: CollectionRecord,
    private readonly issued: CollectionReferences,
    readonly isNew: boolean,
  ) {}

  static load(record: CollectionRecord, issued: CollectionReferences): Collection {
    return new Collection(record, issued, false);
  }

  static submit(
    request: CollectionRequest,
    { mandate, issued, requestHash, now }: CollectionTerms,
  ): Collection {
    const reason = refusalOf(request, mandate, now);
    const { to, event } = collectionMachine.move(null, reason ? 'refuse' : 'submit');
    const waits = debitOutcomeOf(mandate.outcome).collection === 'waits';
    const collection = new Collection(
      {
        ...request,
        requestHash,
        outcome: mandate.outcome,
        creditorAccount: mandate.creditorAccount,
        state: to,
        answeredState: to,
        reason,
        transactionReference: null,
        dueAt: reason || waits ? null : plusMs(now, DECISION_MS),
        createdAt: now,
        paidAt: null,
        returnedAt: null,
        updatedAt: now,
      },
      issued,
      true,
    );
    if (event) collection.made.push({ event, occurredAt: now, answered: true });
    return collection;
  }

  get record(): CollectionRecord {
    return this.current;
  }

  get changes(): readonly CollectionChange[] {
    return this.made;
  }

  get outcome(): DebitOutcome {
    return debitOutcomeOf(this.current.outcome);
  }

  /** Does all that has become due, one after the other and each at its own time. */
  runDue(now: Date): void {
    for (let at = this.current.dueAt; at && at <= now; at = this.current.dueAt) {
      if (this.current.state === 'PAID') this.sendBack('return', at);
      else if (this.current.state === 'RETURNED') this.reinstate(at);
      else if (this.outcome.collection === 'insufficient_funds') this.reject(at);
      else this.pay(at);
    }
  }

  /** Its mandate has ended: steps that were due before happened, later ones never will. */
  endWithMandate({ endedAt, reason }: Pick<DebitMandateRecord, 'endedAt' | 'reason'>): void {
    if (!endedAt) return;
    this.runDue(endedAt);
    if (!collectionMachine.can(this.current.state, 'revoke')) return;
    this.move('revoke', endedAt);
    this.set({ reason, dueAt: null });
  }

  /** The merchant sends it back; again and again without a second effect. */
  reverse(now: Date): void {
    if (this.current.state !== 'RETURNED') this.sendBack('reverse', now);
  }

  private pay(at: Date): void {
    const transactionReference = this.issued.paid;
    const { returnedAfterSeconds: seconds } = this.outcome;
    this.move('pay', at, { kind: 'CHARGE', transactionReference });
    const dueAt = seconds === undefined ? null : plusMs(at, seconds * MS_PER_S);
    this.set({ paidAt: at, transactionReference, dueAt });
  }

  private reject(at: Date): void {
    this.move('reject', at);
    this.set({ reason: REASONS.insufficientFunds, dueAt: null });
  }

  private sendBack(command: 'return' | 'reverse', at: Date): void {
    const transactionReference = this.issued.returned;
    this.move(command, at, { kind: 'RETURN', transactionReference });
    const reason = command === 'return' ? REASONS.returned : REASONS.reversed;
    const { reinstatedAfterSeconds: seconds } = this.outcome;
    const isCancelled = command === 'return' && seconds !== undefined;
    const dueAt = isCancelled ? plusMs(at, seconds * MS_PER_S) : null;
    this.set({ reason, returnedAt: at, dueAt });
  }

  private reinstate(at: Date): void {
    const transactionReference = this.issued.reinstated;
    this.move('reinstate', at, { kind: 'RETURN_REVERSED', transactionReference });
    this.set({ reason: null, dueAt: null });
  }

  private move(command: CollectionCommand, at: Date, movement?: Movement): void {
    const { to, event } = collectionMachine.move(this.current.state, command);
    this.set({ state: to, updatedAt: at });
    if (!event) return;
    this.made.push({ event, occurredAt: at, answered: false, ...(movement ? { movement } : {}) });
  }

  private set(part: Partial<CollectionRecord>): void {
    this.current = { ...this.current, ...part };
  }
}

/** Why the bank does not even try; null when it does. */
function refusalOf(
  { amount, currency }: CollectionRequest,
  mandate: DebitMandateRecord,
  now: Date,
): BankReason | null {
  const { firstDay, lastDay, maxAmount } = mandate;
  const today = utcDate(now);
  if (mandate.state !== 'ACTIVE') return REASONS.noMandate;
  if (today < firstDay || (lastDay !== null && today > lastDay)) return REASONS.expired;
  if (currency !== mandate.currency) return REASONS.wrongCurrency;
  return maxAmount !== null && amount > maxAmount ? REASONS.aboveMaximum : null;
}
