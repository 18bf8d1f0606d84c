import { plusMs } from '@towpath/kernel';
import { debitOutcomeOf, REASONS, type DebitOutcome } from './debit-outcomes.js';
import type { DebitMandateRecord } from './debit.table.js';
import {
  debitMandateMachine,
  type DebitMandateCommand,
  type MandateEvent,
} from './debit.transitions.js';

/** "Within a second": the bank's decision, on the clock of the app, in ms. */
export const DECISION_MS = 250;
const MS_PER_S = 1_000;

/** What the merchant asks for. */
export type MandateRegistration = Pick<
  DebitMandateRecord,
  | 'reference'
  | 'customerAppId'
  | 'creditorAccount'
  | 'debtorName'
  | 'currency'
  | 'firstDay'
  | 'lastDay'
  | 'maxAmount'
  | 'callbackUrl'
>;

/** What the bank keeps for one app; to every other app it is unknown. */
export type AppsReference = Pick<DebitMandateRecord, 'reference' | 'customerAppId'>;

/** What stays of an account: never its number. */
type DebtorAccount = Pick<DebitMandateRecord, 'outcome' | 'last4' | 'fingerprint'>;

export interface MandateChange {
  readonly event: MandateEvent;
  /** On the clock of the app. */
  readonly occurredAt: Date;
  /** The answer to the merchant's own request contains this change. */
  readonly answered: boolean;
}

/** References that follow from the registration alone. */
export interface MandateReferences {
  /** Of the submitted authorization, part of the first answer. */
  readonly ddaReference: string;
  /** Given by the payer's bank when it accepts. */
  readonly bankReference: string;
}

interface RegistrationTerms {
  readonly account: DebtorAccount;
  readonly issued: MandateReferences;
  readonly requestHash: string;
  readonly now: Date;
}

export type MandateDecision = Extract<DebitMandateCommand, 'accept' | 'reject' | 'revoke'>;

/** A payer's authorization to collect, as the bank stores it. Pure; its store saves it. */
export class DebitMandate {
  private readonly made: MandateChange[] = [];

  private constructor(
    private current: DebitMandateRecord,
    private readonly issued: MandateReferences,
    readonly isNew: boolean,
  ) {}

  static load(record: DebitMandateRecord, issued: MandateReferences): DebitMandate {
    return new DebitMandate(record, issued, false);
  }

  static register(
    registration: MandateRegistration,
    { account, issued, requestHash, now }: RegistrationTerms,
  ): DebitMandate {
    const { to, event } = debitMandateMachine.move(null, 'register');
    const isDecided = debitOutcomeOf(account.outcome).mandate !== 'undecided';
    const mandate = new DebitMandate(
      {
        ...registration,
        ...account,
        requestHash,
        state: to,
        reason: null,
        ddaReference: issued.ddaReference,
        bankReference: null,
        dueAt: isDecided ? plusMs(now, DECISION_MS) : null,
        createdAt: now,
        activatedAt: null,
        endedAt: null,
        updatedAt: now,
      },
      issued,
      true,
    );
    if (event) mandate.made.push({ event, occurredAt: now, answered: true });
    return mandate;
  }

  get record(): DebitMandateRecord {
    return this.current;
  }

  get changes(): readonly MandateChange[] {
    return this.made;
  }

  get outcome(): DebitOutcome {
    return debitOutcomeOf(this.current.outcome);
  }

  /** Does all that has become due, one after the other and each at its own time. */
  runDue(now: Date): void {
    for (let at = this.current.dueAt; at && at <= now; at = this.current.dueAt) {
      if (this.current.state === 'ACTIVE') this.decide('revoke', { now: at, answered: false });
      else {
        const decision = this.outcome.mandate === 'rejected' ? 'reject' : 'accept';
        this.decide(decision, { now: at, answered: false });
      }
    }
  }

  decide(decision: MandateDecision, when: { now: Date; answered: boolean }): void {
    const { now } = when;
    this.move(decision, when);
    if (decision === 'accept') {
      const { revokedAfterSeconds: seconds } = this.outcome;
      const { bankReference } = this.issued;
      const dueAt = seconds === undefined ? null : plusMs(now, seconds * MS_PER_S);
      this.set({ activatedAt: now, bankReference, dueAt });
    } else {
      const reason = decision === 'reject' ? REASONS.notAllowed : REASONS.revoked;
      this.set({ reason, endedAt: now, dueAt: null });
    }
  }

  /** The merchant ends it. False when it had ended so before. */
  cancel(now: Date): boolean {
    if (this.current.state === 'CANCELLED') return false;
    this.move('cancel', { now, answered: true });
    this.set({ reason: REASONS.cancelled, endedAt: now, dueAt: null });
    return true;
  }

  private move(
    command: DebitMandateCommand,
    { now, answered }: { now: Date; answered: boolean },
  ): void {
    const { to, event } = debitMandateMachine.move(this.current.state, command);
    this.set({ state: to, updatedAt: now });
    if (event) this.made.push({ event, occurredAt: now, answered });
  }

  private set(part: Partial<DebitMandateRecord>): void {
    this.current = { ...this.current, ...part };
  }
}
