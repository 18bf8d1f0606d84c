import {
  DomainError,
  Lifecycle,
  utcDate,
  type CustomerAppId,
  type ErrorCode,
  type MandateId,
  type PaymentAccountId,
  type PaymentLinkId,
  type PaymentMethodId,
  type PaymentUserId,
  type StateChange,
} from '@towpath/kernel';
import {
  mandateMachine,
  type MandateCommand,
  type MandateEventName,
  type MandateState,
} from './mandate.transitions.js';

export type MandateChange = StateChange<MandateState, MandateCommand, MandateEventName>;
export type LimitPeriod = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';

/** Minor units; a period limit comes with its period. */
export interface MandateLimits {
  readonly maxTransactionAmount: number;
  readonly maxPeriodAmount: number | null;
  readonly maxPeriodCount: number | null;
  readonly period: LimitPeriod | null;
}

/** Reserved: kept and shown, and followed by nobody. `amount` is in major units. */
export interface PaymentSchedule {
  readonly amount: number;
  readonly frequency: LimitPeriod;
}

export interface MandateFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** Who pays whom. */
export interface MandateParties {
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS';
  readonly recipientAccountId: PaymentAccountId;
  readonly senderAccountId: PaymentAccountId | null;
  readonly paymentLinkId: PaymentLinkId | null;
}

export interface MandateTerms extends MandateParties {
  readonly mandateId: MandateId;
  readonly paymentMethodId: PaymentMethodId;
  readonly customerAppId: CustomerAppId;
  readonly live: boolean;
  readonly currency: string;
  /** `YYYY-MM-DD`, UTC: first and last day of payments. */
  readonly startDate: string;
  readonly endDate: string | null;
  readonly limits: MandateLimits | null;
  readonly paymentSchedule: PaymentSchedule | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export interface MandateSnapshot extends MandateTerms {
  readonly status: MandateState;
  readonly sequence: number;
  readonly institutionId: string | null;
  readonly ddaReference: string | null;
  readonly bankReference: string | null;
  readonly failure: MandateFailure | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<MandateSnapshot, 'status' | 'sequence'>;

/** What a payer allows a settlement account to collect from their bank account. */
export class Mandate {
  private constructor(
    private readonly values: Values,
    private readonly lifecycle: Lifecycle<MandateState, MandateCommand, MandateEventName>,
  ) {}

  /** Waits for its authorization; its dates are those of `validityOf`. */
  static create(terms: MandateTerms, at: Date): Mandate {
    const lifecycle = new Lifecycle(mandateMachine, null);
    lifecycle.move('create', at);
    const unknown = { institutionId: null, ddaReference: null, bankReference: null, failure: null };
    const values = { ...terms, ...unknown, createdAt: at, updatedAt: at };
    return new Mandate(values, lifecycle);
  }

  static restore(snapshot: MandateSnapshot): Mandate {
    const { status, sequence, ...values } = snapshot;
    return new Mandate(values, new Lifecycle(mandateMachine, { status, sequence }));
  }

  get snapshot(): MandateSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly MandateChange[] {
    return this.lifecycle.changes;
  }
}

export interface Validity {
  readonly startDate: string;
  readonly endDate: string | null;
}

/**
 * The days on which payments are allowed, from today when no first day is asked for. Dates of the
 * form `YYYY-MM-DD` sort as text. Throws INVALID_REQUEST for days that are over, or out of order.
 */
export function validityOf(
  asked: { readonly startDate: string | null; readonly endDate: string | null },
  at: Date,
): Validity {
  const today = utcDate(at);
  const { endDate } = asked;
  const startDate = asked.startDate ?? today;
  if (startDate < today) throw invalid('mandate_details.start_date must not be before today (UTC)');
  if (endDate !== null && endDate < startDate) {
    throw invalid('mandate_details.end_date must not be before start_date or today (UTC)');
  }
  return { startDate, endDate };
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
