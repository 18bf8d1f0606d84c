import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentAccountId } from '@towpath/kernel';
import { byValues, type AppTx } from '@towpath/persistence';
import type { PayoutContent } from './processor-entry.js';
import {
  processorEntries,
  processorPayouts,
  type ProcessorEntryRow,
  type ProcessorPayoutRow,
} from './processor-settlement.table.js';

/** One app at one card processor. */
export interface ProcessorPlace {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  /** As reconciliation names the place: the integration with its connector. */
  readonly integrationId: string;
  /** `GW1`, `GW2` or `GW4`. */
  readonly cardIntegrationId: string;
  readonly connector: string;
}

type PlaceKey = Pick<ProcessorPlace, 'customerAppId' | 'appType' | 'integrationId'>;

export const OF_PLACE = 'customer_app_id = $1 AND app_type = $2 AND integration_id = $3';

/** The parameters of `OF_PLACE`. */
export function placeColumns({ customerAppId, appType, integrationId }: PlaceKey): string[] {
  return [customerAppId, appType, integrationId];
}

export interface ListedPayout
  extends PayoutContent, Pick<ProcessorPayoutRow, 'currency' | 'startedAt'> {
  /** Whether an ordered payout left after the processor had its money again. */
  readonly isRepaid: boolean;
}

interface Named {
  readonly kind: string;
  readonly processorReference: string;
}

/** What card processors moved and paid out, as it is kept here. */
@Injectable()
export class ProcessorSettlementsReads {
  /** Those of the accounts that other apps name, too. */
  async sharedAccounts(
    tx: AppTx,
    { customerAppId, appType, connector }: ProcessorPlace,
    names: readonly (string | null)[],
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ name: string }>(
      byValues(`SELECT name FROM unnest($4::text[]) AS named (name)
       WHERE others_use_gateway_account($1, $2 = 'LIVE', $3, name)`),
      [customerAppId, appType, connector, names],
    );
    return new Set(rows.map(({ name }) => name));
  }

  /**
   * Payouts of an account whose entries are all known, by the processor's name. An earlier one that
   * was ordered may be among them once it names this app: then they are read again.
   */
  async explained(
    tx: AppTx,
    place: PlaceKey & { readonly gatewayAccount: string | null },
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ name: string }>(byValues(EXPLAINED), [
      ...placeColumns(place),
      place.gatewayAccount,
    ]);
    return new Set(rows.map(({ name }) => name));
  }

  /** The entries of these payments, oldest first. */
  async ofPayments(
    tx: AppTx,
    place: PlaceKey,
    paymentIds: readonly string[],
  ): Promise<ProcessorEntryRow[]> {
    const found = await tx.query<{ row: unknown }>(
      byValues(`SELECT to_jsonb(e) AS row FROM processor_entries e
       WHERE ${OF_PLACE} AND payment_id = ANY ($4) ORDER BY settled_at, entry_id`),
      [...placeColumns(place), paymentIds],
    );
    return processorEntries.rows(found);
  }

  /**
   * These payouts with the sums of their entries, and with them the payouts that list them, and
   * those that they list; without those that are not known here.
   */
  async contentsOf(
    tx: AppTx,
    place: PlaceKey,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, ListedPayout>> {
    const rows = await tx.query<{ row: unknown } & Omit<ListedPayout, 'payoutReference'>>(
      byValues(CONTENTS),
      [...placeColumns(place), references],
    );
    return new Map(
      rows.map(({ row, ...content }) => {
        const payout = processorPayouts.from(row);
        return [payout.payoutReference, { ...payout, ...content }];
      }),
    );
  }

  /** What the ledger moved for payouts so far, by payout and settlement account. Minor units. */
  async bookedOf(
    tx: AppTx,
    place: PlaceKey,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<PaymentAccountId, number>>> {
    const rows = await tx.query<{ reference: string; id: PaymentAccountId; moved: number }>(
      byValues(BOOKED),
      [place.customerAppId, place.integrationId, references],
    );
    const booked = new Map<string, Map<PaymentAccountId, number>>();
    for (const { reference, id, moved } of rows) {
      booked.set(reference, (booked.get(reference) ?? new Map()).set(id, moved));
    }
    return booked;
  }

  /** Those of the movements that the ledger does not have yet. */
  async unposted<T extends Named>(tx: AppTx, movements: readonly T[]): Promise<T[]> {
    if (movements.length === 0) return [];
    const rows = await tx.query<Named>(
      byValues(`SELECT kind, processor_reference AS "processorReference" FROM ledger_transfers
       WHERE customer_app_id = $1 AND processor_reference = ANY ($2)`),
      [tx.customerApp.id, movements.map(({ processorReference }) => processorReference)],
    );
    const nameOf = ({ kind, processorReference }: Named) => `${kind} ${processorReference}`;
    const known = new Set(rows.map(nameOf));
    return movements.filter((movement) => !known.has(nameOf(movement)));
  }
}

const EXPLAINED = `
  WITH here AS (SELECT * FROM processor_payouts
    WHERE ${OF_PLACE} AND gateway_account IS NOT DISTINCT FROM $4)
  SELECT payout_reference AS name FROM here p WHERE is_explained
    AND NOT EXISTS (SELECT FROM here o
      WHERE NOT o.is_explained AND o.currency = p.currency AND o.started_at <= p.started_at
        AND NOT EXISTS (SELECT FROM processor_entries e
          WHERE ${OF_PLACE} AND e.payout_reference = o.payout_reference))`;

const AT = 'e.customer_app_id = $1 AND e.app_type = $2 AND e.integration_id = $3';
const ABOUT_PAYOUT = `${AT} AND e.kind IN ('PAYOUT', 'PAYOUT_REVERSED')`;

const CONTENTS = `
  WITH RECURSIVE containing (name) AS (
    SELECT unnest($4::text[])
    UNION
    SELECT e.payout_reference FROM processor_entries e JOIN containing c ON e.reference = c.name
    WHERE ${ABOUT_PAYOUT} AND e.payout_reference IS NOT NULL),
  needed (name) AS (
    SELECT name FROM containing
    UNION
    SELECT e.reference FROM processor_entries e JOIN needed n ON e.payout_reference = n.name
    WHERE ${ABOUT_PAYOUT} AND e.reference IS NOT NULL)
  SELECT to_jsonb(p) AS row,
    coalesce((SELECT jsonb_agg(s) FROM (
      SELECT e.payment_account_id AS "accountId", sum(e.net)::bigint AS net,
        sum(CASE WHEN e.is_counted THEN e.net ELSE -e.fee END)::bigint AS counted
      FROM processor_entries e
      WHERE ${AT} AND e.payout_reference = p.payout_reference AND e.currency = p.currency
      GROUP BY e.payment_account_id) s), '[]') AS sums,
    coalesce((SELECT jsonb_agg(l) FROM (
      SELECT e.kind, e.reference, e.payment_account_id AS "accountId", e.amount
      FROM processor_entries e
      WHERE ${ABOUT_PAYOUT} AND e.payout_reference = p.payout_reference
        AND e.currency = p.currency AND e.reference IS NOT NULL) l), '[]') AS lines,
    (SELECT bool_or(e.payout_reference IS NOT NULL AND e.amount > 0) FROM processor_entries e
      WHERE ${ABOUT_PAYOUT} AND e.reference = p.payout_reference
        AND e.kind = 'PAYOUT') AS "isListed",
    EXISTS (SELECT FROM processor_entries e
      WHERE ${ABOUT_PAYOUT} AND e.reference = p.payout_reference
        AND e.kind = 'PAYOUT_REVERSED') AS "isReversed",
    EXISTS (SELECT FROM processor_entries back
      JOIN processor_entries e ON e.gateway_account IS NOT DISTINCT FROM back.gateway_account
        AND e.currency = back.currency AND e.settled_at >= back.settled_at
      JOIN processor_payouts o ON (o.customer_app_id, o.app_type, o.integration_id,
        o.payout_reference) = (e.customer_app_id, e.app_type, e.integration_id, e.reference)
      WHERE (back.customer_app_id, back.app_type, back.integration_id) = ($1, $2, $3)
        AND back.kind = 'PAYOUT_REVERSED' AND back.reference = p.payout_reference
        AND ${ABOUT_PAYOUT} AND e.kind = 'PAYOUT' AND o.status = 'PAID') AS "isRepaid"
  FROM processor_payouts p
  WHERE p.customer_app_id = $1 AND p.app_type = $2 AND p.integration_id = $3
    AND p.payout_reference IN (SELECT name FROM needed)`;

const BOOKED = `SELECT substr(processor_reference, length($2) + 2) AS reference,
    split_part(credit_account, ':', 2) AS id,
    sum(CASE kind WHEN 'PROCESSOR_PAYOUT' THEN amount ELSE -amount END)::bigint AS moved
  FROM ledger_transfers
  WHERE customer_app_id = $1 AND kind IN ('PROCESSOR_PAYOUT', 'PROCESSOR_PAYOUT_REVERSAL')
    AND processor_reference IN (SELECT $2 || ' ' || name FROM unnest($3::text[]) AS n (name))
  GROUP BY 1, 2`;
