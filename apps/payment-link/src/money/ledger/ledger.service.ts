import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type LedgerTransferId,
  type PaymentAccountId,
  type PayoutId,
} from '@towpath/kernel';
import { byKey, byValues, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import {
  LEDGER_ACCOUNT_KINDS,
  ledgerAccount,
  PROCESSOR_ACCOUNT_KINDS,
  transferOf,
  type LedgerAccountKey,
  type TransferOrder,
} from './ledger.js';
import { LedgerReads } from './ledger.reads.js';
import { ledgerAccounts, ledgerTransfers } from './ledger.table.js';

type Posting = Omit<TransferOrder, 'ledgerTransferId' | 'customerAppId' | 'occurredAt'>;

interface NewBooks {
  readonly accountId: PaymentAccountId;
  readonly currencies: readonly string[];
  /** Minor units in each currency; null for none. */
  readonly openingBalance: number | null;
}

/** Balance of a settlement account in one currency, locked against concurrent use. */
export interface LockedBalance {
  readonly accountId: PaymentAccountId;
  readonly currency: string;
  /** Minor units; less than 0 when disputes and returns took more than there was. */
  readonly available: number;
  /** Whether the account that payouts are held in exists. */
  readonly canHold: boolean;
}

/** A payout that a bank reports. Amount: minor units. */
interface UnexpectedPayout {
  readonly customerAppId: CustomerAppId;
  readonly payoutId: PayoutId;
  /** The account that paid, as the bank names it. */
  readonly debtorAccount: string | null;
  readonly amount: number;
  readonly currency: string;
}

/** Commands on the ledger, in the transactions of those who move money. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: LedgerReads,
  ) {}

  /**
   * Adds one movement of money. A payment has at most one transfer of each kind, and so have a
   * refund, a payout and an event of a dispute: the database refuses the second. Credits take no
   * lock.
   */
  post(tx: AppTx, batch: WriteBatch, posting: Posting): void {
    const transfer = transferOf({
      ...posting,
      ledgerTransferId: newId<LedgerTransferId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      occurredAt: tx.now,
    });
    ledgerTransfers.insert(batch, transfer);
  }

  /** The books of a settlement account, one set for each currency it takes or ever took. */
  async openBooks(
    tx: AppTx,
    batch: WriteBatch,
    { accountId, currencies, openingBalance }: NewBooks,
  ): Promise<void> {
    const keys = currencies.flatMap((currency) =>
      LEDGER_ACCOUNT_KINDS.map((kind) => ({ kind, accountId, currency })),
    );
    await this.open(tx, batch, keys);
    if (openingBalance === null || openingBalance === 0) return;
    for (const currency of currencies) {
      this.post(tx, batch, {
        kind: 'OPENING_BALANCE',
        accountId,
        amount: openingBalance,
        currency,
      });
    }
  }

  /**
   * The books of money that a card processor keeps for these accounts. Also in a currency that an
   * account does not take: the processor may change what it collected into it.
   */
  async openProcessorBooks(
    tx: AppTx,
    books: readonly Pick<LedgerAccountKey, 'accountId' | 'currency'>[],
  ): Promise<void> {
    const kinds = [...PROCESSOR_ACCOUNT_KINDS, 'SETTLEMENT', 'CLEARING'] as const;
    const keys = books.flatMap((each) => kinds.map((kind) => ({ ...each, kind })));
    await tx.query(byValues(OPEN_AT_PROCESSOR), [
      tx.customerApp.id,
      keys.map(({ kind, accountId }) => ledgerAccount(kind, accountId)),
      keys.map(({ currency }) => currency),
      keys.map(({ kind }) => kind),
      keys.map(({ accountId }) => accountId),
      tx.now,
    ]);
  }

  /** Books that were opened before there were fees lack the account of these. */
  async openFeeAccounts(
    tx: AppTx,
    batch: WriteBatch,
    {
      accountId,
      currencies,
      pricing,
    }: Pick<SettlementAccount, 'accountId' | 'currencies' | 'pricing'>,
  ): Promise<void> {
    if (Object.values(pricing).every(({ fee }) => fee === null)) return;
    const keys = currencies.map((currency) => ({ kind: 'FEES', accountId, currency }) as const);
    await this.open(tx, batch, keys);
  }

  /**
   * Books money that arrived for a settlement account without a known reference. It stays in a
   * separate account and is not owed to the customer app until an operator has identified it. Two
   * at the same moment may both open the account: then the database refuses the second.
   */
  async keepUnmatched(
    tx: AppTx,
    batch: WriteBatch,
    money: Pick<Posting, 'accountId' | 'amount' | 'currency'>,
  ): Promise<void> {
    await this.open(tx, batch, [{ ...money, kind: 'UNMATCHED' }]);
    this.post(tx, batch, { ...money, kind: 'UNMATCHED_RECEIPT' });
  }

  /**
   * Unmatched money leaves its account: it goes back, or the same statement books it again as that of
   * a payment.
   *
   * @param to the payment, with the refund unless it is paid; absent: back to its sender
   */
  releaseUnmatched(
    tx: AppTx,
    batch: WriteBatch,
    {
      money: { accountId, amount, currency },
      to,
    }: {
      readonly money: Pick<Posting, 'accountId' | 'amount' | 'currency'>;
      readonly to?: Pick<Posting, 'paymentId' | 'refundId'>;
    },
  ): void {
    const kind = to ? 'UNMATCHED_RELEASE' : 'UNMATCHED_RETURN';
    this.post(tx, batch, { kind, accountId, amount, currency, ...to });
  }

  /**
   * Waits for others who take of the same account and currency, so that all of them together never
   * take more than there is. Each statement sees the commits before its start, so the balance is
   * read after the lock.
   */
  async lockBalance(
    tx: AppTx,
    { accountId, currency }: Pick<LedgerAccountKey, 'accountId' | 'currency'>,
  ): Promise<LockedBalance> {
    const app = tx.customerApp.id;
    const [, available, held] = await Promise.all([
      tx.query(byKey(LOCK), [`${app} ${accountId} ${currency}`]),
      this.reads.balance(tx, { kind: 'SETTLEMENT', accountId, currency }),
      ledgerAccounts.find(tx, { ledgerAccount: ledgerAccount('PAYOUT', accountId), currency }),
    ]);
    return { accountId, currency, available, canHold: held !== null };
  }

  /**
   * Sets money of a locked balance aside for a payout, with the fee on top of it.
   * Throws `INSUFFICIENT_BALANCE` before anything is added to the batch.
   *
   * @param hold minor units
   */
  hold(
    tx: AppTx,
    batch: WriteBatch,
    {
      locked: { accountId, currency, available, canHold },
      hold: { payoutId, amount, feeAmount },
    }: {
      readonly locked: LockedBalance;
      readonly hold: {
        readonly payoutId: PayoutId;
        readonly amount: number;
        readonly feeAmount: number;
      };
    },
  ): void {
    if (amount + feeAmount > available) {
      throw new DomainError(
        'INSUFFICIENT_BALANCE',
        `The settlement account has ${Math.max(available, 0)} ${currency} available, in minor units.`,
      );
    }
    if (!canHold) insertAccount(tx, batch, { kind: 'PAYOUT', accountId, currency });
    const held = { accountId, currency, payoutId };
    this.post(tx, batch, { ...held, kind: 'PAYOUT_HOLD', amount });
    if (feeAmount > 0)
      this.post(tx, batch, { ...held, kind: 'PAYOUT_FEE_HOLD', amount: feeAmount });
  }

  /**
   * Books a payout of a bank that our books do not contain, as after a restore. It reduces the
   * balance, so that the money is not spent again. Only the bank knows the recipient. Returns false
   * if the account is not ours. Repeatable: it books once.
   */
  async bookUnexpectedPayout(paid: UnexpectedPayout): Promise<boolean> {
    const { customerAppId, payoutId, amount, currency } = paid;
    const accountId = parseId<PaymentAccountId>(paid.debtorAccount ?? '');
    if (!accountId) return false;
    return this.db.forApp(customerAppId, async (tx) => {
      const { canHold } = await this.lockBalance(tx, { accountId, currency });
      if (!canHold) return false;
      if ((await this.reads.ofPayouts(tx, [payoutId])).length > 0) return true;
      const batch = new WriteBatch();
      this.post(tx, batch, { kind: 'UNEXPECTED_PAYOUT', accountId, amount, currency, payoutId });
      tx.write(batch);
      return true;
    });
  }

  /** Adds those accounts that are not open yet. */
  private async open(
    tx: AppTx,
    batch: WriteBatch,
    keys: readonly LedgerAccountKey[],
  ): Promise<void> {
    const names = keys.map(({ kind, accountId }) => ledgerAccount(kind, accountId));
    const open = await tx.query<{ ledger_account: string; currency: string }>(
      byKey(`SELECT ledger_account, currency FROM ledger_accounts
       WHERE customer_app_id = $1 AND ledger_account = ANY($2)`),
      [tx.customerApp.id, names],
    );
    const known = new Set(open.map((row) => `${row.ledger_account} ${row.currency}`));
    for (const key of keys) {
      const name = `${ledgerAccount(key.kind, key.accountId)} ${key.currency}`;
      if (!known.has(name)) insertAccount(tx, batch, key);
    }
  }
}

const OPEN_AT_PROCESSOR = `INSERT INTO ledger_accounts
    (customer_app_id, ledger_account, currency, kind, payment_account_id, created_at)
  SELECT $1, ledger_account, currency, kind, account_id, $6
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
    AS books (ledger_account, currency, kind, account_id)
  ON CONFLICT DO NOTHING`;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('ledger ' || $1, 0))::text AS locked`;

/** @param key of an account that does not exist; a lock prevents concurrent creation */
function insertAccount(tx: AppTx, batch: WriteBatch, key: LedgerAccountKey): void {
  ledgerAccounts.insert(batch, {
    customerAppId: tx.customerApp.id,
    ledgerAccount: ledgerAccount(key.kind, key.accountId),
    currency: key.currency,
    kind: key.kind,
    paymentAccountId: key.accountId,
    createdAt: tx.now,
  });
}
