import { Injectable } from '@nestjs/common';
import type { PaymentAccountId, PaymentId } from '@towpath/kernel';
import { byKey, byValues, Transactions, type AppTx } from '@towpath/persistence';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import { isCounted, movementsOf } from './processor-entry.js';
import type { ProcessorEntry, ProcessorPayout } from './processor-list.js';
import {
  bearerOf,
  ProcessorPayoutsService,
  referenceOf,
  type Posted,
  type ProcessorAccount,
} from './processor-payouts.service.js';
import { processorEntries, type ProcessorEntryRow } from './processor-settlement.table.js';
import {
  OF_PLACE,
  placeColumns,
  ProcessorSettlementsReads,
  type ProcessorPlace,
} from './processor-settlements.reads.js';

/** The accounts at which an app's payments were taken; null: that of the key. */
type PaidAt = (tx: AppTx, place: ProcessorPlace) => Promise<readonly (string | null)[]>;

interface ReadPage {
  readonly entries: readonly ProcessorEntry[];
  readonly payouts: readonly ProcessorPayout[];
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
    private readonly reads: ProcessorSettlementsReads,
    private readonly payouts: ProcessorPayoutsService,
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

  /** Payouts of an account whose entries are all known, by the processor's name. */
  explainedAt(account: ProcessorAccount): Promise<ReadonlySet<string>> {
    return this.db.forApp(account.customerAppId, (tx) => this.reads.explained(tx, account));
  }

  /** Keeps what a processor listed, and books what it moves. Repeatable. */
  async receive(account: ProcessorAccount, page: ReadPage): Promise<void> {
    await this.db.forApp(account.customerAppId, async (tx) => {
      await tx.query(byKey(LOCK), [placeColumns(account).join(' ')]);
      const kept = [
        ...(await this.keepEntries(tx, account, page.entries)),
        ...(await this.countExecuted(tx, account)),
      ];
      await this.payouts.keep(tx, account, page.payouts);
      const moved = kept.flatMap((row) => postingsOf(account, row));
      const references = [
        ...page.payouts.map(({ reference }) => reference),
        ...kept.flatMap(({ payoutReference, kind, reference }) => [
          ...(payoutReference === null ? [] : [payoutReference]),
          ...(kind.startsWith('PAYOUT') && reference !== null ? [reference] : []),
        ]),
      ];
      await this.payouts.post(tx, await this.reads.unposted(tx, moved));
      await this.payouts.move(tx, account, [...new Set(references)]);
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

  private async paymentsOf(
    tx: AppTx,
    entries: readonly ProcessorEntry[],
  ): Promise<ReadonlyMap<string, PaidPayment>> {
    const ids = entries.flatMap(({ paymentId }) => paymentId ?? []);
    const rows = await tx.query<PaidPayment>(byKey(PAYMENTS), [tx.customerApp.id, ids]);
    return new Map(rows.map((row) => [row.paymentId, row]));
  }
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

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('processor ' || $1, 0))::text AS locked`;

const LISTED_ACCOUNTS = `SELECT DISTINCT gateway_account AS name FROM processor_entries
  WHERE ${OF_PLACE}`;

/** Without payments that other gateways took: these are unknown to the processor. */
const PAYMENTS = `SELECT payment_id AS "paymentId", recipient_account_id AS "accountId",
    status = 'EXECUTED' AS "isExecuted"
  FROM payments WHERE customer_app_id = $1 AND at_processor AND payment_id = ANY ($2)`;

/** What a line about a payout is of depends on the app that the payout names, maybe later. */
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
    amount = CASE WHEN kept.kind LIKE 'PAYOUT%' THEN excluded.amount ELSE kept.amount END,
    fee = CASE WHEN kept.kind LIKE 'PAYOUT%' THEN excluded.fee ELSE kept.fee END,
    net = CASE WHEN kept.kind LIKE 'PAYOUT%' THEN excluded.net ELSE kept.net END,
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
