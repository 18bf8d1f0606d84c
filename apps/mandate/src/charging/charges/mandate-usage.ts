import type { MandateId } from '@towpath/kernel';
import { byKey, byValues, type AppTx } from '@towpath/persistence';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.table.js';

/** A charge of a mandate in one of its calendar periods. */
interface UsedPeriod {
  readonly mandateId: MandateId;
  /** `YYYY-MM-DD`: its first day. */
  readonly periodStart: string;
  /** Minor units. */
  readonly amount: number;
}

type PeriodLimits = Pick<MandateSnapshot, 'maxPeriodAmount' | 'maxPeriodCount'>;

const BEYOND = `FROM direct_debits d
  WHERE d.customer_app_id = $1 AND d.mandate_id = $2 AND d.period_start = $3::date
    AND d.status = 'EXECUTED' AND NOT d.reserved`;

// The row is locked by the very statement that compares it: nothing can come between. What a bank
// collected after its room had gone to others is in no row, and takes room all the same.
const TAKE = byKey(`INSERT INTO mandate_usage AS u
    (customer_app_id, mandate_id, period_start, used_amount, used_count, max_amount, max_count)
  SELECT $1, $2, $3::date, $4::bigint, 1, $5::bigint, $6::bigint
  WHERE $4::bigint <= COALESCE($5::bigint, $4::bigint)
  ON CONFLICT (customer_app_id, mandate_id, period_start) DO UPDATE
    SET used_amount = u.used_amount + excluded.used_amount, used_count = u.used_count + 1
    WHERE (u.max_amount IS NULL OR u.used_amount + excluded.used_amount + (
        SELECT COALESCE(sum(d.amount), 0) ${BEYOND}) <= u.max_amount)
      AND (u.max_count IS NULL OR u.used_count + (SELECT count(*) ${BEYOND}) < u.max_count)
  RETURNING 1 AS taken`);

const GIVE_BACK = byKey(`UPDATE mandate_usage
  SET used_amount = used_amount - $4, used_count = used_count - 1
  WHERE customer_app_id = $1 AND mandate_id = $2 AND period_start = $3
  RETURNING 1 AS given`);

// The same sums as above, of many mandates and without a lock.
const WITHOUT_ROOM = byValues(`SELECT p.mandate_id
  FROM unnest($2::text[], $3::date[], $4::bigint[], $5::bigint[])
    AS p (mandate_id, period_start, max_amount, max_count)
  LEFT JOIN mandate_usage u ON u.customer_app_id = $1
    AND u.mandate_id = p.mandate_id AND u.period_start = p.period_start
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(d.amount), 0) AS amount, count(*) AS count FROM direct_debits d
    WHERE d.customer_app_id = $1 AND d.mandate_id = p.mandate_id
      AND d.period_start = p.period_start AND d.status = 'EXECUTED' AND NOT d.reserved) beyond
  WHERE COALESCE(u.used_amount, 0) + beyond.amount + $6::bigint > p.max_amount
    OR COALESCE(u.used_count, 0) + beyond.count + 1 > p.max_count`);

/**
 * Adds one charge to a period if amount and count stay within the limits, else changes nothing and
 * answers false: one statement, and a CHECK behind it.
 */
export async function takeRoom(
  tx: AppTx,
  used: UsedPeriod,
  { maxPeriodAmount, maxPeriodCount }: PeriodLimits,
): Promise<boolean> {
  const rows = await tx.query(TAKE, [...valuesOf(tx, used), maxPeriodAmount, maxPeriodCount]);
  return rows.length === 1;
}

/** Gives the room of one charge back. */
export async function giveBackRoom(tx: AppTx, used: UsedPeriod): Promise<void> {
  const rows = await tx.query(GIVE_BACK, valuesOf(tx, used));
  if (rows.length === 1) return;
  throw new Error(`mandate ${used.mandateId} has no usage from ${used.periodStart} on`);
}

/** The mandates in whose period one charge of the amount would not fit at this moment. */
export async function withoutRoom(
  tx: AppTx,
  periods: readonly (PeriodLimits & Omit<UsedPeriod, 'amount'>)[],
  amount: number,
): Promise<ReadonlySet<MandateId>> {
  if (periods.length === 0) return new Set();
  const rows = await tx.query<{ mandate_id: MandateId }>(WITHOUT_ROOM, [
    tx.customerApp.id,
    periods.map(({ mandateId }) => mandateId),
    periods.map(({ periodStart }) => periodStart),
    periods.map(({ maxPeriodAmount }) => maxPeriodAmount),
    periods.map(({ maxPeriodCount }) => maxPeriodCount),
    amount,
  ]);
  return new Set(rows.map(({ mandate_id }) => mandate_id));
}

function valuesOf(tx: AppTx, { mandateId, periodStart, amount }: UsedPeriod): unknown[] {
  return [tx.customerApp.id, mandateId, periodStart, amount];
}
