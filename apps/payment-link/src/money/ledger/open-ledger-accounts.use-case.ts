import { Injectable } from '@nestjs/common';
import { newId, type LedgerTransferId, type PaymentAccountId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { LEDGER_ACCOUNT_KINDS, transferOf } from './domain/ledger.js';
import { LedgerRepository } from './ports.js';

export interface NewBooks {
  readonly accountId: PaymentAccountId;
  readonly currencies: readonly string[];
  /** Minor units in each currency; null for none. */
  readonly openingBalance: number | null;
}

/** The books of a settlement account, one set for each currency it takes or ever took. */
@Injectable()
export class OpenLedgerAccounts {
  static readonly errors = [] as const;

  constructor(private readonly ledger: LedgerRepository) {}

  async execute(
    tx: AppTx,
    batch: WriteBatch,
    { accountId, currencies, openingBalance }: NewBooks,
  ): Promise<void> {
    const keys = currencies.flatMap((currency) =>
      LEDGER_ACCOUNT_KINDS.map((kind) => ({ kind, accountId, currency })),
    );
    await this.ledger.open(tx, batch, keys);
    if (openingBalance === null || openingBalance === 0) return;
    for (const currency of currencies) {
      const transfer = transferOf({
        ledgerTransferId: newId<LedgerTransferId>(tx.now),
        customerAppId: tx.customerApp.id,
        kind: 'OPENING_BALANCE',
        accountId,
        amount: openingBalance,
        currency,
        paymentId: null,
        refundId: null,
        occurredAt: tx.now,
      });
      this.ledger.add(batch, transfer);
    }
  }
}
