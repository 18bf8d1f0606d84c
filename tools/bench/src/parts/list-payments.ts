import type { PartResult } from '../figures.js';
import { paidByCard } from '../load/paid.js';
import type { Stage } from '../run/stage.js';
import { listPages } from './list-pages.js';

/** The statements of the service: one page, and the total of all that match. */
const MATCHING = `payments p WHERE customer_app_id = $1
  AND ($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
  AND (cardinality($4::text[]) = 0 OR status = ANY ($4))
  AND (cardinality($5::text[]) = 0 OR type = ANY ($5))
  AND (cardinality($6::text[]) = 0 OR currency = ANY ($6))
  AND ($7::text IS NULL OR sender_type = $7)
  AND ($8::text IS NULL OR user_id = $8)
  AND ($9::text IS NULL OR mandate_id = $9)
  AND ($10::text IS NULL OR institution_id = $10)`;

export const LIST = `SELECT to_jsonb(p) AS row FROM (
    SELECT p.* FROM ${MATCHING}
      AND ($11::timestamptz IS NULL OR (created_at, payment_id) < ($11, $12))
    ORDER BY created_at DESC, payment_id DESC OFFSET $13 LIMIT $14) p
  ORDER BY created_at DESC, payment_id DESC`;
export const TOTAL = `SELECT count(*) AS total FROM ${MATCHING}`;

/** (w) What a page of payments costs an app that has few, and one that has a million. */
export function listPayments(stage: Stage): Promise<PartResult> {
  return listPages(stage, {
    part: 'w',
    title: 'List payments',
    what: 'payments',
    path: '/payments',
    service: 'payment-link',
    table: 'payments',
    id: 'payment_id',
    status: 'EXECUTED',
    rareStatus: 'SUBMITTED',
    first: paidByCard,
    // two of ten have failed
    own: {
      payment_id: `'01JQ' || lpad(n::text, 22, '0')`,
      attempt_id: `'01JR' || lpad(n::text, 22, '0')`,
      payment_link_id: `'01JS' || lpad(n::text, 22, '0')`,
      status: `CASE WHEN n % 10 < 8 THEN 'EXECUTED' ELSE 'FAILED' END`,
      created_at: `m.created_at - n * interval '1 second'`,
      updated_at: `m.updated_at - n * interval '1 second'`,
    },
    listSql: LIST,
    totalSql: TOTAL,
    filters: 10,
    values: (app, { statuses, after, offset, limit }) => {
      const place = [after?.created_at ?? null, after?.id ?? null, offset, limit];
      return [app, null, null, statuses, [], [], null, null, null, null, ...place];
    },
  });
}
