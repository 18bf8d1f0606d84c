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

/** The bank's word that it keeps the mandate, under the names that it gave it. */
interface BankAcceptance {
  readonly ddaReference: string | null;
  readonly bankReference: string | null;
}

/** Reserved: stored and returned, without an effect. `amount` is in major units. */
export interface PaymentSchedule {
  readonly amount: number;
  readonly frequency: LimitPeriod;
}

export interface MandateFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** Payer and recipient. */
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
  /** The payer's own limit of one charge, which the bank enforces. */
  readonly payerMaxAmount: number | null;
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

/** A payer's permission for a settlement account to collect from the payer's bank account. */
export class Mandate {
  private learned = false;

  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<MandateState, MandateCommand, MandateEventName>,
  ) {}

  /** Waits for its authorization; its dates are those of `validityOf`. */
  static create(terms: MandateTerms, at: Date): Mandate {
    return Mandate.begin({ terms, at, command: 'create' });
  }

  /** The bank gave this authorization before: it can be charged at once. */
  static import(terms: MandateTerms, acceptance: BankAcceptance, at: Date): Mandate {
    const mandate = Mandate.begin({ terms, at, command: 'import' });
    mandate.set(acceptance);
    return mandate;
  }

  static restore(snapshot: MandateSnapshot): Mandate {
    const { status, sequence, ...values } = snapshot;
    return new Mandate(values, new Lifecycle(mandateMachine, { status, sequence }));
  }

  get snapshot(): MandateSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get status(): MandateState {
    return this.lifecycle.status;
  }

  get changes(): readonly MandateChange[] {
    return this.lifecycle.changes;
  }

  /** Whether the command is an edge from here. */
  can(command: MandateCommand): boolean {
    return this.lifecycle.can(command);
  }

  /** The first factor was submitted, or the institution's login was opened. */
  beginAuthorization(at: Date): void {
    this.move('beginAuthorization', at);
  }

  /** The login failed and may be tried again. */
  interruptAuthorization(at: Date, reason: string): void {
    this.move('interruptAuthorization', at, reason);
  }

  /**
   * Everything was agreed to: the bank is to be asked. Throws INVALID_MANDATE_STATUS, also while the
   * account to collect from is unknown, and MANDATE_NOT_IN_VALIDITY_PERIOD after its last day.
   */
  authorize(at: Date): void {
    if (this.can('authorize') && this.values.senderAccountId === null) {
      throw new DomainError(
        'INVALID_MANDATE_STATUS',
        'The account of the payer is not known yet: the payer has to identify it.',
      );
    }
    if (this.can('authorize')) this.assertNotOver(at);
    this.move('authorize', at);
  }

  /** From here on the bank may hold it. */
  submit(at: Date): void {
    this.move('submit', at);
  }

  succeed(at: Date, { ddaReference, bankReference }: BankAcceptance): void {
    this.move('succeed', at);
    this.set({ ddaReference, bankReference });
  }

  fail(at: Date, failure: MandateFailure): void {
    this.move('fail', at);
    this.set({ failure });
  }

  /** The payer withdrew it at the bank. */
  revoke(at: Date, reason: string | null = null): void {
    this.move('revoke', at, reason);
  }

  declineConsent(at: Date): void {
    this.move('declineConsent', at);
  }

  cancel(at: Date): void {
    this.move('cancel', at);
  }

  /** The draft of a payment link is given up. */
  abandon(at: Date, reason: string | null = null): void {
    this.move('abandon', at, reason);
  }

  /** Its last day has passed. */
  end(at: Date): void {
    this.move('end', at);
  }

  /** Whether its last day, UTC, lies behind. */
  isOver(at: Date): boolean {
    const { endDate } = this.values;
    return endDate !== null && endDate < utcDate(at);
  }

  /** Whether facts changed without a move. */
  get hasLearned(): boolean {
    return this.learned;
  }

  /** Facts that become known while the payer authorizes; no move of its own. */
  learn(
    facts: Partial<
      Pick<Values, 'institutionId' | 'senderType' | 'senderAccountId' | 'payerMaxAmount'>
    >,
    at: Date,
  ): void {
    this.set({ ...facts, updatedAt: at });
    this.learned = true;
  }

  private static begin(start: {
    readonly terms: MandateTerms;
    readonly at: Date;
    readonly command: 'create' | 'import';
  }): Mandate {
    const { terms, at, command } = start;
    const lifecycle = new Lifecycle(mandateMachine, null);
    lifecycle.move(command, at);
    const unknown = { institutionId: null, ddaReference: null, bankReference: null, failure: null };
    return new Mandate({ ...terms, ...unknown, createdAt: at, updatedAt: at }, lifecycle);
  }

  private assertNotOver(at: Date): void {
    if (!this.isOver(at)) return;
    throw new DomainError(
      'MANDATE_NOT_IN_VALIDITY_PERIOD',
      `The last day of the mandate, ${this.values.endDate} (UTC), has passed.`,
    );
  }

  private move(command: MandateCommand, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.set({ updatedAt: at });
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
  }
}

export interface Validity {
  readonly startDate: string;
  readonly endDate: string | null;
}

/**
 * The days on which payments are permitted, from today if no first day is given. Dates of the form
 * `YYYY-MM-DD` sort as text. Throws INVALID_REQUEST for past days, or days out of order.
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
