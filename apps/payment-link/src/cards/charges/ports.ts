import type { PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Charge } from './domain/charge.js';

export abstract class ChargeRepository {
  /** Nobody else changes the charge, nor its payment, until the transaction ends. */
  abstract lock(tx: AppTx, paymentId: PaymentId): Promise<Charge | null>;
  /** The gateway of each of the charges that there are. */
  abstract gatewaysOf(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, string>>;
  /** Adds a new charge to the batch. */
  abstract add(batch: WriteBatch, charge: Charge): void;
  /** Adds the changes of a locked charge to the batch. */
  abstract save(batch: WriteBatch, charge: Charge): void;
}
