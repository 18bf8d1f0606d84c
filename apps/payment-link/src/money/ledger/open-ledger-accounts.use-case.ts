import { Injectable } from '@nestjs/common';
import { newId, type LedgerTransferId, type PaymentAccountId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { LEDGER_ACCOUNT_KINDS, transferOf } from './domain/ledger.js';
import { LedgerRepository } from './persistence/ledger.repository.js';

interface NewBooks {
  readonly accountId: PaymentAccountId;
  readonly currencies: readonly string[];
  /** Minor units in each currency; null for none. */
  readonly openingBalance: number | null;
}

/** A settlement account with what its payments cost. */
type FeeTaker = Pick<SettlementAccount, 'accountId' | 'currencies' | 'pricing'>;

/** The books of a settlement account, one set for each currency it takes or ever took. */
@Injectable()
export class OpenLedgerAccounts {
  constructor(private readonly ledger: LedgerRepository) {}

  /** Books that were opened before there were fees lack the account of these. */
  ofFees(
    tx: AppTx,
    batch: WriteBatch,
    { accountId, currencies, pricing }: FeeTaker,
  ): Promise<void> {
    if (Object.values(pricing).every(({ fee }) => fee === null)) return Promise.resolve();
    const keys = currencies.map((currency) => ({ kind: 'FEES', accountId, currency }) as const);
    return this.ledger.open(tx, batch, keys);
  }

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
        ledgerTransferId: newId<LedgerTransferId>(tx.systemNow),
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
