import type { ListMandatesResponse } from '@towpath/contracts';
import type { Figure, PartResult } from '../figures.js';
import { asService, fillUp } from '../load/many-mandates.js';
import { liveMandate } from '../load/mandates.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const FEW = 1_000;
const MANY = 1_000_000;
/** Short runs fill up less: the copies take longer than all the rest. */
const ROWS_PER_SECOND = 100_000;
const PAGE = 50;
const ROUNDS = 20;
const TOTAL_AIM_MS = 200;
const RATIO_AIM = 2;

const KINDS = ['first', 'cursor', 'deep', 'filtered', 'total', 'answer'] as const;
type Kind = (typeof KINDS)[number];
type Times = Readonly<Record<Kind, readonly number[]>>;

const WORDS: Readonly<Record<Kind, string>> = {
  first: 'first page',
  cursor: 'page after a cursor in the middle',
  deep: 'page at an offset in the middle',
  filtered: 'first page of one status',
  total: 'exact total of all',
  answer: 'whole answer, page with total and parties',
};

/** (h) What a page of mandates costs an app that has few, and one that has a million. */
export async function listMandates(stage: Stage): Promise<PartResult> {
  const many = Math.min(MANY, ROWS_PER_SECOND * stage.seconds);
  const few = await measure(stage, FEW);
  const lots = await measure(stage, many);
  return {
    part: 'h',
    title: 'List mandates',
    figures: [
      { id: 'rows', name: 'mandates of the app that has many', value: many, unit: '' },
      ...figuresOf('few', few),
      ...figuresOf('many', lots),
      ratioOf('first', { few, lots }),
      ratioOf('cursor', { few, lots }),
    ],
    plots: (['few', 'many'] as const).map((size) => ({
      kind: 'bars',
      title: `p50 of an app that has ${size}`,
      unit: 'ms',
      bars: KINDS.map((kind) => ({
        label: kind,
        value: percentile((size === 'few' ? few : lots)[kind], 0.5),
      })),
    })),
  };
}

async function measure(stage: Stage, rows: number): Promise<Times> {
  const shop = await Shop.open(stage, `Bench h, ${rows}`);
  const app = shop.merchant.customerAppId;
  await liveMandate(stage, shop);
  await fillUp(stage, { app, rows });
  stage.log(`(h) ${rows} mandates`);
  const service = await asService(stage, app);
  try {
    const middle = Math.floor(rows / 2);
    const list = (part: Partial<Part>) => service.query<Listed>(LIST, valuesOf(app, part));
    const [{ row: start } = { row: undefined }] = (await list({ offset: middle, limit: 1 })).rows;
    return {
      first: await timed(() => list({})),
      cursor: await timed(() => list({ after: start })),
      deep: await timed(() => list({ offset: middle })),
      filtered: await timed(() => list({ statuses: ['SUCCEEDED'] })),
      total: await timed(() => service.query(TOTAL, valuesOf(app).slice(0, FILTERS))),
      answer: await timed(() => answer(stage, shop)),
    };
  } finally {
    await service.end();
  }
}

function answer({ http }: Stage, { token }: Shop): Promise<ListMandatesResponse> {
  return http.send({ method: 'GET', path: `/mandates?limit=${PAGE}`, token });
}

interface Listed {
  readonly row: { readonly created_at: string; readonly mandate_id: string };
}

interface Part {
  readonly statuses: readonly string[];
  readonly after: Listed['row'] | undefined;
  readonly offset: number;
  readonly limit: number;
}

const FILTERS = 7;

/** The filters of the interface, in its order, and the place in the list. */
function valuesOf(app: string, part: Partial<Part> = {}): unknown[] {
  const { statuses = [], after, offset = 0, limit = PAGE } = part;
  const place = [after?.created_at ?? null, after?.mandate_id ?? null, offset, limit];
  return [app, null, null, statuses, null, null, null, ...place];
}

/** The statements of the service: one page, and the total of all that match. */
const MATCHING = `mandates m WHERE customer_app_id = $1
  AND ($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
  AND (cardinality($4::text[]) = 0 OR status = ANY ($4))
  AND ($5::text IS NULL OR sender_type = $5)
  AND ($6::text IS NULL OR user_id = $6)
  AND ($7::text IS NULL OR institution_id = $7)`;
const LIST = `SELECT to_jsonb(m) AS row FROM ${MATCHING}
  AND ($8::timestamptz IS NULL OR (created_at, mandate_id) < ($8, $9))
  ORDER BY created_at DESC, mandate_id DESC OFFSET $10 LIMIT $11`;
const TOTAL = `SELECT count(*) AS total FROM ${MATCHING}`;

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return times;
}

function figuresOf(size: 'few' | 'many', times: Times): Figure[] {
  return KINDS.map((kind) => ({
    id: `${kind}_${size}_ms`,
    name: `${WORDS[kind]}, of ${size}, p50`,
    value: percentile(times[kind], 0.5),
    unit: 'ms',
    ...(kind === 'total' &&
      size === 'many' && { aim: { is: 'at most' as const, value: TOTAL_AIM_MS } }),
  }));
}

function ratioOf(kind: Kind, { few, lots }: { few: Times; lots: Times }): Figure {
  return {
    id: `${kind}_ratio`,
    name: `${WORDS[kind]}, many by few`,
    value: percentile(lots[kind], 0.5) / percentile(few[kind], 0.5),
    unit: '×',
    aim: { is: 'at most', value: RATIO_AIM },
  };
}
