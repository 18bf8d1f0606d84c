import {
  DomainError,
  Lifecycle,
  parseId,
  utcDate,
  type MandateId,
  type StateChange,
} from '@towpath/kernel';
import type { MandateFailure, MandateSnapshot } from './mandate.table.js';
import {
  mandateMachine,
  type MandateCommand,
  type MandateEventName,
  type MandateState,
} from './mandate.transitions.js';

export type { MandateFailure, MandateSnapshot };

type MandateChange = StateChange<MandateState, MandateCommand, MandateEventName>;

/** The limits of the customer app. A period limit comes with its period. */
export type MandateLimits = Pick<
  MandateSnapshot,
  'maxTransactionAmount' | 'maxPeriodAmount' | 'maxPeriodCount' | 'period'
>;

/** The bank's statement that it keeps the mandate, under the names that it gave it. */
type BankAcceptance = Pick<MandateSnapshot, 'ddaReference' | 'bankReference'>;

/** What is known when a mandate is requested. */
export type MandateTerms = Omit<
  MandateSnapshot,
  | keyof BankAcceptance
  | 'status'
  | 'sequence'
  | 'institutionId'
  | 'failure'
  | 'createdAt'
  | 'updatedAt'
>;

/** The bank ended it in words that say no more. */
export const REJECTED_BY_BANK: MandateFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the mandate.',
};

export const NEVER_ARRIVED: MandateFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The mandate never arrived at the bank.',
};

/** The payer's account was deleted, or the payer erased, before the bank was asked. */
export const ACCOUNT_GONE: MandateFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The account of the payer was deleted before the bank was asked.',
};

export const LINK_GONE: MandateFailure = {
  code: 'INVALID_PAYMENT_LINK_STATUS',
  explanation: 'The payment link no longer waits for this mandate.',
};

/** The payer was erased after giving everything, and before their account was kept. */
export const PAYER_GONE: MandateFailure = {
  code: 'PAYMENT_USER_NOT_FOUND',
  explanation: 'The payer was erased before the bank was asked.',
};

/** The settlement account has no bank, or one that this kind of customer app does not reach. */
export const NO_BANK: MandateFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The settlement account takes no mandates: no bank is connected to it.',
};

type Values = Omit<MandateSnapshot, 'status' | 'sequence'>;
/** Commands that come with no facts. */
type PlainCommand = Exclude<MandateCommand, 'create' | 'import' | 'authorize' | 'succeed' | 'fail'>;

/** A payer's permission for a settlement account to collect from the payer's bank account. */
export class Mandate {
  private learned = false;

  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<MandateState, MandateCommand, MandateEventName>,
  ) {}

  /** Waits for its authorization; its dates are those of `validityOf`. */
  static create(terms: MandateTerms, at: Date): Mandate {
    return Mandate.begin(terms, at, 'create');
  }

  /** The bank gave this authorization before: it can be charged at once. */
  static import(terms: MandateTerms, acceptance: BankAcceptance, at: Date): Mandate {
    const mandate = Mandate.begin(terms, at, 'import');
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

  /** A move that is recorded with its instant alone. */
  move(command: PlainCommand, at: Date, reason: string | null = null): void {
    this.follow(command, at, reason);
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
    if (this.can('authorize') && this.isOver(at)) {
      throw new DomainError(
        'MANDATE_NOT_IN_VALIDITY_PERIOD',
        `The last day of the mandate, ${this.values.endDate} (UTC), has passed.`,
      );
    }
    this.follow('authorize', at);
  }

  succeed(at: Date, { ddaReference, bankReference }: BankAcceptance): void {
    this.follow('succeed', at);
    this.set({ ddaReference, bankReference });
  }

  fail(at: Date, failure: MandateFailure): void {
    this.follow('fail', at);
    this.set({ failure });
  }

  /** Whether its last day, UTC, lies behind. */
  isOver(at: Date): boolean {
    const { endDate } = this.values;
    return endDate !== null && endDate < utcDate(at);
  }

  /** Whether there is something to save. */
  get isChanged(): boolean {
    return this.learned || this.changes.length > 0;
  }

  /** Throws INVALID_MANDATE_STATUS once the payer has nothing more to give. */
  assertAuthorizable(): void {
    if (this.status === 'AUTHORIZATION_REQUIRED' || this.status === 'AUTHORIZING') return;
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      `A mandate that is ${this.status} cannot be authorized.`,
    );
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

  private static begin(terms: MandateTerms, at: Date, command: 'create' | 'import'): Mandate {
    const lifecycle = new Lifecycle(mandateMachine, null);
    lifecycle.move(command, at);
    const unknown = { institutionId: null, ddaReference: null, bankReference: null, failure: null };
    return new Mandate({ ...terms, ...unknown, createdAt: at, updatedAt: at }, lifecycle);
  }

  private follow(command: MandateCommand, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.set({ updatedAt: at });
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
  }
}

export type Validity = Pick<MandateSnapshot, 'startDate' | 'endDate'>;

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

/** Null if the customer app set none. */
export function limitsOf(mandate: MandateLimits) {
  const { maxTransactionAmount, maxPeriodAmount, maxPeriodCount, period } = mandate;
  if (maxTransactionAmount === null) return null;
  return { maxTransactionAmount, maxPeriodAmount, maxPeriodCount, period };
}

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function mandateNotFound(): DomainError {
  return new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
}

export function parseMandateId(raw: string): MandateId {
  const mandateId = parseId<MandateId>(raw);
  if (!mandateId) throw mandateNotFound();
  return mandateId;
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
