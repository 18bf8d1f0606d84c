import { Injectable } from '@nestjs/common';
import type { PaymentAccountId } from '@towpath/kernel';
import { byKey, byValues, WriteBatch, type AppTx } from '@towpath/persistence';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { movedBy, restOf, type ProcessorMovement } from './processor-entry.js';
import { PROCESSOR_PAYOUT_STATUSES, type ProcessorPayout } from './processor-list.js';
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

export interface Posted extends ProcessorMovement {
  readonly accountId: PaymentAccountId;
  readonly processorReference: string;
}

/** What card processors pay out, and what that moves in our books. */
@Injectable()
export class ProcessorPayoutsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly reads: ProcessorSettlementsReads,
  ) {}

  /** A status only moves on: an old answer that arrives late changes nothing. */
  async keep(
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

  /** Posts what the payouts, and those that list them, moved more or less than is booked. */
  async move(tx: AppTx, account: ProcessorAccount, references: readonly string[]): Promise<void> {
    if (references.length === 0) return;
    const contents = await this.reads.contentsOf(tx, account, references);
    const booked = await this.reads.bookedOf(tx, account, [...contents.keys()]);
    for (const [reference, content] of contents) {
      const postings: Posted[] = [];
      const before = booked.get(reference) ?? new Map<PaymentAccountId, number>();
      const wanted = movedBy(reference, contents);
      for (const accountId of new Set([...wanted.keys(), ...before.keys()])) {
        const more = (wanted.get(accountId) ?? 0) - (before.get(accountId) ?? 0);
        if (more === 0) continue;
        const kind = more > 0 ? 'PROCESSOR_PAYOUT' : 'PROCESSOR_PAYOUT_REVERSAL';
        const processorReference = referenceOf(account, reference);
        const amount = Math.abs(more);
        postings.push({ kind, accountId, amount, currency: content.currency, processorReference });
      }
      await this.post(tx, postings);
      const moved = [...wanted.values()].reduce((sum, each) => sum + each, 0);
      const isExplained = restOf(content) === 0;
      await tx.query(byKey(MOVED), [...placeColumns(account), reference, moved, isExplained]);
    }
  }

  async post(tx: AppTx, postings: readonly Posted[]): Promise<void> {
    if (postings.length === 0) return;
    await this.ledger.openProcessorBooks(tx, postings);
    const batch = new WriteBatch();
    for (const posting of postings) this.ledger.post(tx, batch, posting);
    tx.write(batch);
  }
}

/** The name of an entry or a payout in the ledger. */
export function referenceOf({ integrationId }: ProcessorPlace, name: string): string {
  return `${integrationId} ${name}`;
}

/** Bears what no payment names: the first account that takes the currency, or else the first. */
export function bearerOf(
  { accounts }: ProcessorAccount,
  currency: string,
): PaymentAccountId | null {
  const found = accounts.find(({ currencies }) => currencies.includes(currency)) ?? accounts[0];
  return found?.accountId ?? null;
}

const KEEP_PAYOUT = `INSERT INTO processor_payouts AS kept (customer_app_id, app_type,
    integration_id, gateway_account, payout_reference, payment_account_id, status, amount, others,
    currency, failure, started_at, read_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::bigint, 0), $10, $11, $12, $13)
  ON CONFLICT (customer_app_id, app_type, integration_id, payout_reference) DO UPDATE SET
    status = excluded.status, failure = excluded.failure,
    others = coalesce($9::bigint, kept.others), read_at = excluded.read_at
  WHERE array_position($14::text[], excluded.status) >= array_position($14::text[], kept.status)`;

const MOVED = `UPDATE processor_payouts SET moved = $5, is_explained = $6
  WHERE ${OF_PLACE} AND payout_reference = $4`;
