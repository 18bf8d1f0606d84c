import type { CustomerAppId } from '@towpath/kernel';
import type { Dispute } from '../disputes/dispute.js';

/** A notification as this service names it. */
export interface NotificationKey {
  readonly customerAppId: CustomerAppId;
  readonly integrationId: string;
  /** The processor's ID: copies of a notification share it. */
  readonly eventId: string;
}

export interface NewNotification extends NotificationKey {
  /** Null for an unreadable body, which needs an operator. */
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

/** `STALE`: a later notification contained the same information. */
type NotificationOutcome = 'APPLIED' | 'STALE';

export interface Settlement {
  readonly outcome: NotificationOutcome;
  /** Real time. */
  readonly at: Date;
}
