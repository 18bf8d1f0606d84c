import type { BookDifferenceKind, BookSum, CustomerAppId, Id } from '@towpath/kernel';
import type { AppTx, WorkerTx } from '@towpath/persistence';
import type { DirectDebitConnector, SettledDebit } from '../direct-debit/ports.js';
import type { DebitDifference, SettledDebitLine, Side } from './domain/debit-books.js';

export type DifferenceId = Id<'ReconciliationDifference'>;

/** One app at one bank. An app that goes live begins anew: its type is part of the key. */
export interface ReconciliationKey {
  readonly customerAppId: CustomerAppId;
  readonly appType: DirectDebitConnector['appType'];
  readonly integrationId: string;
}

/** How far the bank's list was read, by the app's clock. */
export interface Reconciliation {
  readonly startedAt: Date;
  readonly settledUntil: Date;
  readonly dueAt: Date;
}

export abstract class ReconciliationRepository {
  /** Does nothing when it was started before. */
  abstract start(tx: AppTx, key: ReconciliationKey, begun: Reconciliation): Promise<void>;
  /** Nobody else claims it until the transaction ends. */
  abstract lock(tx: AppTx, key: ReconciliationKey): Promise<Reconciliation | null>;
  abstract postpone(tx: AppTx, key: ReconciliationKey, dueAt: Date): Promise<void>;
  /** Moves on from `from`; does nothing when another process did. */
  abstract moveOn(
    tx: AppTx,
    key: ReconciliationKey,
    step: { readonly from: Date; readonly settledUntil: Date; readonly dueAt: Date },
  ): Promise<void>;
  /** Keeps what the bank settled; a line that was read before is the same line. */
  abstract keep(tx: AppTx, key: ReconciliationKey, entries: readonly SettledDebit[]): Promise<void>;
  /** Everything that was ever read about the subjects, by subject. */
  abstract settled(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, SettledDebitLine[]>>;
}

export interface OpenDifference {
  readonly differenceId: DifferenceId;
  readonly subject: string;
  readonly side: Side;
  readonly kind: BookDifferenceKind;
}

/** As an operator reads it. */
export interface ListedDifference extends OpenDifference, ReconciliationKey {
  readonly ours: readonly BookSum[];
  readonly theirs: readonly SettledDebitLine[];
  readonly foundAt: Date;
}

export interface DifferencePage {
  readonly customerAppId: CustomerAppId | null;
  readonly after: string | null;
  readonly limit: number;
}

export abstract class DifferenceRepository {
  /** A page of the subjects with an open difference, in their order. */
  abstract openSubjects(
    tx: AppTx,
    key: ReconciliationKey,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<string[]>;
  abstract open(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<OpenDifference[]>;
  /** False when it is open already. */
  abstract add(
    tx: AppTx,
    key: ReconciliationKey,
    found: { readonly subject: string; readonly difference: DebitDifference },
  ): Promise<boolean>;
  abstract close(tx: AppTx, differenceIds: readonly DifferenceId[]): Promise<void>;
  /** Open ones of one app or of all, oldest first. */
  abstract list(tx: WorkerTx, page: DifferencePage): Promise<ListedDifference[]>;
  /** Open ones by kind; kinds without any are left out. */
  abstract count(tx: WorkerTx): Promise<ReadonlyMap<BookDifferenceKind, number>>;
}
