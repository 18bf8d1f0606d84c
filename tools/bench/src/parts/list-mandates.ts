import type { PartResult } from '../figures.js';
import { liveMandate } from '../load/mandates.js';
import type { Stage } from '../run/stage.js';
import { listPages } from './list-pages.js';

/** The statements of the service: one page, and the total of all that match. */
const MATCHING = `mandates m WHERE customer_app_id = $1
  AND ($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
  AND (cardinality($4::text[]) = 0 OR status = ANY ($4))
  AND ($5::text IS NULL OR sender_type = $5)
  AND ($6::text IS NULL OR user_id = $6)
  AND ($7::text IS NULL OR institution_id = $7)`;

/** (h) What a page of mandates costs an app that has few, and one that has a million. */
export function listMandates(stage: Stage): Promise<PartResult> {
  return listPages(stage, {
    part: 'h',
    title: 'List mandates',
    what: 'mandates',
    path: '/mandates',
    service: 'mandate',
    table: 'mandates',
    id: 'mandate_id',
    status: 'SUCCEEDED',
    rareStatus: 'REVOKED',
    first: liveMandate,
    // two of ten are closed
    own: {
      mandate_id: `'01JQ' || lpad(n::text, 22, '0')`,
      payment_method_id: `'01JR' || lpad(n::text, 22, '0')`,
      status: `CASE WHEN n % 10 < 8 THEN 'SUCCEEDED' ELSE 'CLOSED' END`,
      created_at: `m.created_at - n * interval '1 second'`,
      updated_at: `m.updated_at - n * interval '1 second'`,
    },
    listSql: `SELECT to_jsonb(m) AS row FROM (
        SELECT m.* FROM ${MATCHING}
          AND ($8::timestamptz IS NULL OR (created_at, mandate_id) < ($8, $9))
        ORDER BY created_at DESC, mandate_id DESC OFFSET $10 LIMIT $11) m
      ORDER BY created_at DESC, mandate_id DESC`,
    totalSql: `SELECT count(*) AS total FROM ${MATCHING}`,
    filters: 7,
    values: (app, { statuses, after, offset, limit }) => {
      const place = [after?.created_at ?? null, after?.id ?? null, offset, limit];
      return [app, null, null, statuses, null, null, null, ...place];
    },
  });
}
