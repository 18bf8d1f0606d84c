import { Injectable } from '@nestjs/common';
import type { PaymentAccountId, PaymentId } from '@towpath/kernel';
import { byKey, byValues, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { isCounted, movedBy, movementsOf, type ProcessorMovement } from './processor-entry.js';
import {
  PROCESSOR_PAYOUT_STATUSES,
  type ProcessorEntry,
  type ProcessorPayout,
} from './processor-list.js';
import { processorEntries, type ProcessorEntryRow } from './processor-settlement.table.js';
import {
  OF_PLACE,
  placeColumns,
  ProcessorSettlementsReads,
  type ProcessorPlace,
} from './processor-settlements.reads.js';

/** One app at one account of a card processor. */
export interface ProcessorAccount extends ProcessorPlace {
  /** Null: the account of the key. */
  readonly gatewayAccount: string | null;
  /** Whether other apps name it, too. */
  readonly isShared: boolean;
  /** The settlement accounts that use it, the first one opened first. */
  readonly accounts: readonly SettlementAccount[];
}

/** The accounts at which an app's payments were taken; null: that of the key. */
type PaidAt = (tx: AppTx, place: ProcessorPlace) => Promise<readonly (string | null)[]>;

interface ReadPage {
  readonly entries: readonly ProcessorEntry[];
  readonly payouts: readonly ProcessorPayout[];
}

interface Posted extends ProcessorMovement {
  readonly accountId: PaymentAccountId;
  readonly processorReference: string;
}

interface PaidPayment {
  readonly paymentId: PaymentId;
  readonly accountId: PaymentAccountId;
  readonly isExecuted: boolean;
}

/**
 * Money at card processors: what they took in fees, exchanged, kept back and paid out. Entries and
 * payouts may come in any order, and again: the books are always what all of them together say.
 */
@Injectable()
export class ProcessorSettlementsService {
  constructor(
    private readonly db: Transactions,
    private readonly ledger: LedgerService,
    private readonly reads: ProcessorSettlementsReads,
    private readonly accounts: PaymentAccountsReads,
  ) {}

  /** The accounts of an app at a processor, also those that only its old entries and payments name. */
  accountsAt(place: ProcessorPlace, paidAt: PaidAt): Promise<ProcessorAccount[]> {
    return this.db.forApp(place.customerAppId, async (tx) => {
      const [all, listed, paid] = await Promise.all([
        this.accounts.settlementAccounts(tx),
        tx.query<{ name: string | null }>(byValues(LISTED_ACCOUNTS), placeColumns(place)),
        paidAt(tx, place),
      ]);
      const own = all
        .filter(({ live }) => live === (place.appType === 'LIVE'))
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      const here = own.filter(
        ({ cardIntegrationId, cardConnector }) =>
          cardIntegrationId === place.cardIntegrationId && cardConnector === place.connector,
      );
      const names = new Set([
        ...here.map(({ gatewayAccount }) => gatewayAccount),
        ...listed.map(({ name }) => name),
        ...paid,
      ]);
      const shared = await this.reads.sharedAccounts(tx, place, [...names]);
      return [...names].map((gatewayAccount) => {
        const named = here.filter((account) => account.gatewayAccount === gatewayAccount);
        const isShared = gatewayAccount !== null && shared.has(gatewayAccount);
        return { ...place, gatewayAccount, isShared, accounts: named.length > 0 ? named : here };
      });
    });
  }

  /** Keeps what a processor listed, and books what it moves. Repeatable. */
  async receive(account: ProcessorAccount, page: ReadPage): Promise<void> {
    await this.db.forApp(account.customerAppId, async (tx) => {
      await tx.query(byKey(LOCK), [placeColumns(account).join(' ')]);
      const kept = [
        ...(await this.keepEntries(tx, account, page.entries)),
        ...(await this.countExecuted(tx, account)),
      ];
      await this.keepPayouts(tx, account, page.payouts);
      const moved = kept.flatMap((row) => postingsOf(account, row));
      const references = [
        ...page.payouts.map(({ reference }) => reference),
        ...kept.flatMap(({ payoutReference, kind, reference }) => [
          ...(payoutReference === null ? [] : [payoutReference]),
          ...(kind === 'PAYOUT_REVERSED' && reference !== null ? [reference] : []),
        ]),
      ];
      await this.post(tx, await this.reads.unposted(tx, moved));
      await this.movePayouts(tx, account, [...new Set(references)]);
    });
  }

  /** Returns the rows of the page, also of entries that were known. */
  private async keepEntries(
    tx: AppTx,
    account: ProcessorAccount,
    listed: readonly ProcessorEntry[],
  ): Promise<ProcessorEntryRow[]> {
    if (listed.length === 0) return [];
    const entries = onceEach(listed);
    const payments = await this.paymentsOf(tx, entries);
    const rows = entries.map(({ presentment, ...entry }) => {
      const payment = payments.get(entry.paymentId ?? '') ?? null;
      return {
        ...entry,
        presentmentAmount: presentment?.amount,
        presentmentCurrency: presentment?.currency,
        rate: presentment?.rate,
        paymentAccountId: payment?.accountId ?? bearerOf(account, entry.currency),
        isOfPayment: payment?.isExecuted ?? false,
        isCounted: isCounted(entry.kind, payment),
      };
    });
    const found = await tx.query<{ row: unknown }>(byValues(KEEP_ENTRIES), [
      ...placeColumns(account),
      account.gatewayAccount,
      JSON.stringify(rows),
      tx.now,
    ]);
    return processorEntries.rows(found);
  }

  /** Entries of payments that were executed since; such a payment was settled before we knew. */
  private async countExecuted(tx: AppTx, account: ProcessorAccount): Promise<ProcessorEntryRow[]> {
    const found = await tx.query<{ row: unknown }>(byValues(COUNT_EXECUTED), placeColumns(account));
    return processorEntries.rows(found);
  }

  /** A status only moves on: an old answer that arrives late changes nothing. */
  private async keepPayouts(
    tx: AppTx,
    account: ProcessorAccount,
    payouts: readonly ProcessorPayout[],
  ): Promise<void> {
    for (const payout of payouts) {
      await tx.query(byValues(KEEP_PAYOUT), [
        ...placeColumns(account),
        account.gatewayAccount,
        payout.reference,
        bearerOf(account, payout.currency),
        payout.status,
        payout.amount,
        payout.others,
        payout.currency,
        payout.failure,
        payout.startedAt,
        tx.now,
        [...PROCESSOR_PAYOUT_STATUSES],
      ]);
    }
  }

  private async paymentsOf(
    tx: AppTx,
    entries: readonly ProcessorEntry[],
  ): Promise<ReadonlyMap<string, PaidPayment>> {
    const ids = entries.flatMap(({ paymentId }) => paymentId ?? []);
    const rows = await tx.query<PaidPayment>(byKey(PAYMENTS), [tx.customerApp.id, ids]);
    return new Map(rows.map((row) => [row.paymentId, row]));
  }

  /** Posts what the payouts, and those that contain their money, moved more or less than is booked. */
  private async movePayouts(
    tx: AppTx,
    account: ProcessorAccount,
    references: readonly string[],
  ): Promise<void> {
    if (references.length === 0) return;
    const contents = await this.reads.contentsOf(tx, account, references);
    const booked = await this.reads.bookedOf(tx, account, [...contents.keys()]);
    const postings: Posted[] = [];
    for (const [reference, content] of contents) {
      const wanted = movedBy(reference, contents);
      const before = booked.get(reference) ?? new Map<PaymentAccountId, number>();
      for (const accountId of new Set([...wanted.keys(), ...before.keys()])) {
        const more = (wanted.get(accountId) ?? 0) - (before.get(accountId) ?? 0);
        if (more === 0) continue;
        const kind = more > 0 ? 'PROCESSOR_PAYOUT' : 'PROCESSOR_PAYOUT_REVERSAL';
        const processorReference = referenceOf(account, reference);
        const amount = Math.abs(more);
        postings.push({ kind, accountId, amount, currency: content.currency, processorReference });
      }
      const moved = [...wanted.values()].reduce((sum, each) => sum + each, 0);
      await tx.query(byKey(MOVED), [...placeColumns(account), reference, moved]);
    }
    await this.post(tx, postings);
  }

  private async post(tx: AppTx, postings: readonly Posted[]): Promise<void> {
    if (postings.length === 0) return;
    await this.ledger.openProcessorBooks(tx, postings);
    const batch = new WriteBatch();
    for (const posting of postings) this.ledger.post(tx, batch, posting);
    tx.write(batch);
  }
}

/** The name of an entry or a payout in the ledger. */
function referenceOf({ integrationId }: ProcessorPlace, name: string): string {
  return `${integrationId} ${name}`;
}

function postingsOf(place: ProcessorPlace, row: ProcessorEntryRow): Posted[] {
  const { paymentAccountId: accountId, entryId } = row;
  if (accountId === null) return [];
  const processorReference = referenceOf(place, entryId);
  return movementsOf(row).map((movement) => ({ ...movement, accountId, processorReference }));
}

/** An entry may be on a page before and after a payout contained it. */
function onceEach(listed: readonly ProcessorEntry[]): ProcessorEntry[] {
  const byId = Map.groupBy(listed, ({ entryId }) => entryId);
  return [...byId.values()].flatMap(([first, ...again]) => {
    if (!first) return [];
    const names = [first, ...again].flatMap(({ payoutReference }) => payoutReference ?? []);
    return [{ ...first, payoutReference: names[0] ?? null }];
  });
}

/** Bears what no payment names: the first account that takes the currency, or else the first. */
function bearerOf({ accounts }: ProcessorAccount, currency: string): PaymentAccountId | null {
  const found = accounts.find(({ currencies }) => currencies.includes(currency)) ?? accounts[0];
  return found?.accountId ?? null;
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('processor ' || $1, 0))::text AS locked`;

const LISTED_ACCOUNTS = `SELECT DISTINCT gateway_account AS name FROM processor_entries
  WHERE ${OF_PLACE}`;

/** Without payments that other gateways took: these are unknown to the processor. */
const PAYMENTS = `SELECT payment_id AS "paymentId", recipient_account_id AS "accountId",
    status = 'EXECUTED' AS "isExecuted"
  FROM payments WHERE customer_app_id = $1 AND at_processor AND payment_id = ANY ($2)`;

const KEEP_ENTRIES = `INSERT INTO processor_entries AS kept (customer_app_id, app_type,
    integration_id, gateway_account, entry_id, kind, reference, payment_id, payment_account_id,
    amount, fee, net, currency, presentment_amount, presentment_currency, rate, is_of_payment,
    is_counted, payout_reference, settled_at, read_at)
  SELECT $1, $2, $3, $4, "entryId", kind, reference, "paymentId", "paymentAccountId", amount, fee,
    net, currency, "presentmentAmount", "presentmentCurrency", rate, "isOfPayment", "isCounted",
    "payoutReference", "settledAt", $6
  FROM jsonb_to_recordset($5) AS e ("entryId" text, kind text, reference text, "paymentId" text,
    "paymentAccountId" text, amount bigint, fee bigint, net bigint, currency text,
    "presentmentAmount" bigint, "presentmentCurrency" text, rate numeric, "isOfPayment" boolean,
    "isCounted" boolean, "payoutReference" text, "settledAt" timestamptz)
  ON CONFLICT (customer_app_id, app_type, integration_id, entry_id) DO UPDATE SET
    payout_reference = coalesce(kept.payout_reference, excluded.payout_reference),
    is_of_payment = kept.is_of_payment OR excluded.is_of_payment,
    is_counted = kept.is_counted OR excluded.is_counted
  RETURNING to_jsonb(kept) AS row`;

const COUNT_EXECUTED = `UPDATE processor_entries AS kept SET is_of_payment = true, is_counted = true
  FROM payments p
  WHERE kept.customer_app_id = $1 AND kept.app_type = $2 AND kept.integration_id = $3
    AND NOT kept.is_counted AND kept.payment_id IS NOT NULL
    AND p.customer_app_id = kept.customer_app_id AND p.payment_id = kept.payment_id
    AND p.at_processor AND p.status = 'EXECUTED'
  RETURNING to_jsonb(kept) AS row`;

const KEEP_PAYOUT = `INSERT INTO processor_payouts AS kept (customer_app_id, app_type,
    integration_id, gateway_account, payout_reference, payment_account_id, status, amount, others,
    currency, failure, started_at, read_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (customer_app_id, app_type, integration_id, payout_reference) DO UPDATE SET
    status = excluded.status, failure = excluded.failure, others = excluded.others,
    read_at = excluded.read_at
  WHERE array_position($14::text[], excluded.status) >= array_position($14::text[], kept.status)`;

const MOVED = `UPDATE processor_payouts SET moved = $5
  WHERE ${OF_PLACE} AND payout_reference = $4`;
