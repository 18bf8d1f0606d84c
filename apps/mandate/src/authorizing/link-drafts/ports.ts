import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';

/** Mandates that payment links gave up before this service had heard of them. */
export abstract class LeftDrafts {
  /** Nobody else makes or leaves the mandate until the transaction ends. */
  abstract hold(tx: AppTx, mandateId: MandateId): Promise<void>;
  abstract wasLeft(tx: AppTx, mandateId: MandateId): Promise<boolean>;
  abstract note(tx: AppTx, mandateId: MandateId): Promise<void>;
}
