import type { PartResult } from '../figures.js';
import { paidByCard } from '../load/paid.js';
import type { Shop } from '../load/shop.js';
import type { Stage } from '../run/stage.js';
import { listPages } from './list-pages.js';

/** The statements of the service: one page, and the total of all that match. */
const MATCHING = `disputes d WHERE customer_app_id = $1
  AND ($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
  AND (cardinality($4::text[]) = 0 OR status = ANY ($4))`;

/** (m) What a page of disputes costs an app that has few, and one that has a million. */
export function listDisputes(stage: Stage): Promise<PartResult> {
  return listPages(stage, {
    part: 'm',
    title: 'List disputes',
    what: 'disputes',
    path: '/disputes',
    service: 'dispute',
    table: 'disputes',
    id: 'dispute_id',
    status: 'ACTION_REQUIRED',
    rareStatus: 'WON',
    first: contested,
    // eight of ten are decided, as those of a shop that is a year old
    own: {
      dispute_id: `'01JQ' || lpad(n::text, 22, '0')`,
      processor_reference: `'dp-' || n`,
      status: `CASE WHEN n % 10 < 2 THEN 'ACTION_REQUIRED' ELSE 'LOST' END`,
      due_at: 'NULL',
      created_at: `m.created_at - n * interval '1 second'`,
      updated_at: `m.updated_at - n * interval '1 second'`,
    },
    listSql: `SELECT to_jsonb(d) AS row FROM (
        SELECT d.* FROM ${MATCHING}
          AND ($5::timestamptz IS NULL OR (created_at, dispute_id) < ($5, $6))
        ORDER BY created_at DESC, dispute_id DESC OFFSET $7 LIMIT $8) d
      ORDER BY created_at DESC, dispute_id DESC`,
    totalSql: `SELECT count(*) AS total FROM ${MATCHING}`,
    filters: 4,
    values: (app, { statuses, after, offset, limit }) => {
      const place = [after?.created_at ?? null, after?.id ?? null, offset, limit];
      return [app, null, null, statuses, ...place];
    },
  });
}

/** A dispute of a payment by card. */
async function contested(stage: Stage, shop: Shop): Promise<void> {
  const body = { payment_id: await paidByCard(stage, shop) };
  const { http } = stage;
  await http.send({ method: 'POST', path: '/testing/disputes', token: shop.token, body });
}
