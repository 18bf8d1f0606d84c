import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, WorkerTx, WriteBatch } from '@towpath/persistence';
import type { Dispute } from '../disputes/domain/dispute.js';

/** A notification as this service names it. */
export interface NotificationKey {
  readonly customerAppId: CustomerAppId;
  readonly integrationId: string;
  /** The processor's ID: copies of a notification share it. */
  readonly eventId: string;
}

export interface NewNotification extends NotificationKey {
  /** Null when the body could not be read: a person has to look at it. */
  readonly processorReference: string | null;
  readonly sealedBody: Buffer;
  readonly receivedAt: Date;
  readonly waitsFor: string | null;
}

export interface StoredNotification {
  readonly sealedBody: Buffer;
  readonly tries: number;
  readonly isSettled: boolean;
  /** The dispute that it is about, where that is known already. */
  readonly dispute: Dispute | null;
}

/** `STALE`: a later notification said it all before. */
export type NotificationOutcome = 'APPLIED' | 'STALE';

export abstract class NotificationRepository {
  /** False for a copy of one that is stored. */
  abstract add(tx: WorkerTx, notification: NewNotification): Promise<boolean>;
  /** Runs `work` with the notification locked; null when there is none. One round trip. */
  abstract withLocked<T>(
    key: NotificationKey,
    work: (tx: AppTx, found: StoredNotification | null) => Promise<T>,
  ): Promise<T>;
  abstract settle(batch: WriteBatch, key: NotificationKey, settled: Settlement): void;
  /** @param afterMs real time until the next try; null when only a person can help */
  abstract postpone(
    tx: WorkerTx,
    key: NotificationKey,
    wait: { readonly waitsFor: string; readonly afterMs: number | null },
  ): Promise<void>;
  /** Those to be tried by now, of one app or of all. */
  abstract due(tx: WorkerTx, customerAppId?: CustomerAppId): Promise<NotificationKey[]>;
}

export interface Settlement {
  readonly outcome: NotificationOutcome;
  /** Real time. */
  readonly at: Date;
}
