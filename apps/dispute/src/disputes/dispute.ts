import { Lifecycle, type StateChange, plusMs } from '@towpath/kernel';
import type { DisputeSnapshot, DisputeReport } from './dispute.table.js';
import {
  disputeMachine,
  type DisputeCommand,
  type DisputeEventName,
  type DisputeState,
} from './dispute.transitions.js';

/** Days before the deadline on which the customer app is reminded. */
const REMINDERS_DAYS = [7, 3, 1] as const;
const DAY_MS = 86_400_000;

type DueStep = { readonly step: 'LAPSE' } | { readonly step: 'REMIND'; readonly daysLeft: number };

/** The step that the deadline requires at this instant of the app's clock; null for none. */
export function dueStep(dispute: DisputeSnapshot, now: Date): DueStep | null {
  const deadline = deadlineOf(dispute);
  if (!deadline) return null;
  if (now >= deadline) return { step: 'LAPSE' };
  const reached = REMINDERS_DAYS.filter((days) => now >= daysBefore(deadline, days));
  const daysLeft = reached.at(-1);
  const isNew = daysLeft !== undefined && daysLeft < (dispute.remindedDays ?? Infinity);
  return isNew ? { step: 'REMIND', daysLeft } : null;
}

/** When the deadline next asks for something; null while the dispute has none ahead. */
export function nextDueAt(dispute: Omit<DisputeSnapshot, 'dueAt'>): Date | null {
  const deadline = deadlineOf(dispute);
  if (!deadline) return null;
  const instants = REMINDERS_DAYS.map((days) => daysBefore(deadline, days));
  return [...instants, deadline].find((instant) => instant > dispute.updatedAt) ?? deadline;
}

function deadlineOf({ status, report }: Pick<DisputeSnapshot, 'status' | 'report'>): Date | null {
  return status === 'ACTION_REQUIRED' ? report.defensePeriodDeadline : null;
}

function daysBefore(deadline: Date, days: number): Date {
  return plusMs(deadline, -days * DAY_MS);
}

export type DisputeChange = StateChange<DisputeState, DisputeCommand, DisputeEventName>;

/** The fixed terms of a dispute, known at its arrival. */
type DisputeTerms = Pick<
  DisputeSnapshot,
  | 'disputeId'
  | 'customerAppId'
  | 'integrationId'
  | 'connector'
  | 'gatewayAccount'
  | 'processorReference'
  | 'paymentId'
  | 'userId'
  | 'externalUserId'
  | 'paymentReference'
>;

/** The snapshot, without what follows from the rest. */
type Values = Omit<DisputeSnapshot, 'status' | 'sequence' | 'position' | 'dueAt'>;

/** A payment that a card holder contests, as far as we and its processor know. */
export class Dispute {
  private constructor(
    private values: Values,
    /** Version of the row that it was loaded from; null for a new dispute. */
    readonly stored: { readonly sequence: number; readonly position: number } | null,
    private readonly lifecycle: Lifecycle<DisputeState, DisputeCommand, DisputeEventName>,
  ) {}

  /** The last report of the round before, if another round began since the dispute was loaded. */
  private before: DisputeReport | null = null;

  /** Opens a dispute with its first report, which may be any: earlier events must have happened. */
  static open(terms: DisputeTerms, report: DisputeReport, at: Date): Dispute {
    const lifecycle = new Lifecycle(disputeMachine, null);
    lifecycle.move(openingOf(report), at);
    const dates = { createdAt: at, updatedAt: at };
    const first = { ...report, round: Math.min(1, report.round) };
    const values = { ...terms, report: first, remindedDays: null, ...dates };
    const dispute = new Dispute(values, null, lifecycle);
    dispute.follow(report, at);
    return dispute;
  }

  static restore(snapshot: DisputeSnapshot): Dispute {
    const { status, sequence, position, ...values } = snapshot;
    const stored = { sequence, position };
    return new Dispute(values, stored, new Lifecycle(disputeMachine, { status, sequence }));
  }

  get snapshot(): DisputeSnapshot {
    const { status, sequence } = this.lifecycle;
    const { position } = this.values.report;
    const snapshot = { ...this.values, status, sequence, position };
    return { ...snapshot, dueAt: nextDueAt(snapshot) };
  }

  get changes(): readonly DisputeChange[] {
    return this.lifecycle.changes;
  }

  get status(): DisputeState {
    return this.lifecycle.status;
  }

  /** What the processor reported in a round, as far as it is known. */
  reportOf(round: number): DisputeReport {
    const { report } = this.values;
    return round < report.round ? (this.before ?? report) : report;
  }

  /** Throws `INVALID_DISPUTE_STATUS` when the command is none of the present status. */
  assertCan(command: DisputeCommand): void {
    disputeMachine.move(this.status, command);
  }

  /** Returns false for a report that is not newer than the last one. */
  take(report: DisputeReport, at: Date): boolean {
    if (report.position <= this.values.report.position) return false;
    this.follow(report, at);
    return true;
  }

  /** The deadline has passed and no evidence is being sent. */
  lapse(at: Date): void {
    this.lifecycle.move('lapse', at, 'the deadline has passed');
    this.values = { ...this.values, updatedAt: at };
  }

  remind(daysLeft: number, at: Date): void {
    const left = daysLeft === 1 ? '1 day is left' : `${daysLeft} days are left`;
    this.lifecycle.move('remind', at, left);
    this.values = { ...this.values, remindedDays: daysLeft, updatedAt: at };
  }

  private follow(report: DisputeReport, at: Date): void {
    const rounds = Math.max(0, report.round - this.values.report.round);
    const route = routeToLaterRound(this.status, { to: report.status, rounds });
    for (const [index, command] of route.entries()) {
      const isInferred = index < route.length - 1;
      const reported = `the processor reports ${report.eventName}`;
      this.lifecycle.move(command, at, isInferred ? `${reported}: this came before it` : reported);
    }
    const { report: known } = this.values;
    if (rounds > 0) this.before = known;
    const remindedDays = rounds > 0 ? null : this.values.remindedDays;
    // Some processors do not number rounds, and a later report may not say that one began.
    const latest = { ...report, round: Math.max(report.round, known.round) };
    this.values = { ...this.values, report: latest, remindedDays, updatedAt: at };
  }
}

function openingOf({ isAutoDefended, isDefendable, round }: DisputeReport): DisputeCommand {
  if (isAutoDefended) return 'openAutoDefended';
  // a later round only begins after a defence
  return isDefendable || round > 1 ? 'open' : 'openUndefendable';
}

/** Decisions of the processor that may lack a notification; reminders are only ours. */
const HAPPENS_UNSEEN: readonly DisputeCommand[] = ['defend', 'accept', 'lapse', 'lose', 'win'];

/** The path to a status of a later round, which begins after a win, or with an appeal after a loss. */
function routeToLaterRound(
  from: DisputeState,
  { to, rounds }: { readonly to: DisputeState; readonly rounds: number },
): readonly DisputeCommand[] {
  if (rounds === 0) return routeToStatus(from, to);
  const decided = from === 'LOST' ? [] : routeToStatus(from, 'WON');
  const reopened: readonly DisputeCommand[] = [...decided, 'reopen'];
  return [...reopened, ...routeToLaterRound('ACTION_REQUIRED', { to, rounds: rounds - 1 })];
}

/**
 * The shortest list of commands from one status to another within a round: what must have happened
 * although its notification is late or missing. If the table has no such path, the one command that
 * corrects the status.
 */
function routeToStatus(from: DisputeState, to: DisputeState): readonly DisputeCommand[] {
  const known = new Map<DisputeState, readonly DisputeCommand[]>([[from, []]]);
  for (const [state, route] of known) {
    if (state === to) return route;
    for (const { from: start, command, to: next } of disputeMachine.edges) {
      const isNatural = start === state && HAPPENS_UNSEEN.includes(command);
      if (isNatural && !known.has(next)) known.set(next, [...route, command]);
    }
  }
  const correction = disputeMachine.edges.find(
    (edge) => edge.correction === true && edge.from === from && edge.to === to,
  );
  if (!correction) throw new Error(`no way leads from ${from} to ${to}`);
  return [correction.command];
}
