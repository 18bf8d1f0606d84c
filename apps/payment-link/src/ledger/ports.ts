import type { PaymentAccountId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LedgerAccountKind, Transfer } from './domain/ledger.js';

export interface LedgerAccountKey {
  readonly kind: LedgerAccountKind;
  readonly accountId: PaymentAccountId;
  readonly currency: string;
}

export abstract class LedgerRepository {
  /** Adds those accounts that are not open yet to the batch. */
  abstract open(tx: AppTx, batch: WriteBatch, keys: readonly LedgerAccountKey[]): Promise<void>;
  abstract add(batch: WriteBatch, transfer: Transfer): void;
  /** Credits less debits, minor units: the latest checkpoint and what came after it. */
  abstract balance(tx: AppTx, key: LedgerAccountKey): Promise<number>;
}
