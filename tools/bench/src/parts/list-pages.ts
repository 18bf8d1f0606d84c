import type { Figure, PartName, PartResult } from '../figures.js';
import { asService, fillUp, type Copies } from '../load/many-rows.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const FEW = 1_000;
const MANY = 1_000_000;
/** Short runs fill up less, by the square of their seconds: 10 s have all. */
const ROWS_OF_ONE_SECOND = 10_000;
export const PAGE = 50;
const ROUNDS = 20;
/** Of what reads half of the table each time. */
const DEEP_ROUNDS = 3;
const TOTAL_AIM_MS = 200;
const RATIO_AIM = 2;
/** Rows with the rare status, in either app: both have full pages of them. */
const RARE = 100;
/** Pages that may cost an app that has many at most twice as much. */
const COMPARED = ['first', 'cursor', 'filtered', 'filtered_cursor', 'rare', 'rare_cursor'] as const;

const KINDS = [
  'first',
  'cursor',
  'deep',
  'filtered',
  'filtered_cursor',
  'rare',
  'rare_cursor',
  'filtered_total',
  'total',
  'answer',
] as const;
type Kind = (typeof KINDS)[number];
type Times = Readonly<Record<Kind, readonly number[]>>;

const WORDS: Readonly<Record<Kind, string>> = {
  first: 'first page',
  cursor: 'page after a cursor in the middle',
  deep: 'page at an offset in the middle',
  filtered: 'first page of a common status',
  filtered_cursor: 'page of a common status after a cursor in the middle',
  rare: `first page of a status that ${RARE} have`,
  rare_cursor: `page of a status that ${RARE} have, after a cursor in the middle`,
  filtered_total: 'exact total of a common status',
  total: 'exact total of all',
  answer: 'whole answer, page with total',
};

/** Where a page begins: the row before it. */
export interface Place {
  readonly created_at: string;
  readonly id: string;
}

export interface Page {
  readonly statuses: readonly string[];
  readonly after: Place | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A list of the interface, in the statements of its service. */
export interface MeasuredList extends Pick<Copies, 'service' | 'table' | 'own'> {
  readonly part: PartName;
  readonly title: string;
  /** What is listed, in the plural. */
  readonly what: string;
  readonly path: string;
  /** Column of the ID. */
  readonly id: string;
  /** What most rows have. */
  readonly status: string;
  /** What else there is; a few rows get it for the measurement. */
  readonly rareStatus: string;
  /** Makes the app's only row. */
  readonly first: (stage: Stage, shop: Shop) => Promise<unknown>;
  readonly listSql: string;
  readonly totalSql: string;
  readonly values: (app: string, page: Page) => unknown[];
  /** How many of the values are filters: those of the total. */
  readonly filters: number;
}

const START: Page = { statuses: [], after: undefined, offset: 0, limit: PAGE };

/** What a page costs an app that has few rows, and one that has a million. */
export async function listPages(stage: Stage, list: MeasuredList): Promise<PartResult> {
  const many = Math.min(MANY, ROWS_OF_ONE_SECOND * stage.seconds ** 2);
  const few = await measure(stage, list, FEW);
  const lots = await measure(stage, list, many);
  return {
    part: list.part,
    title: list.title,
    figures: [
      { id: 'rows', name: `${list.what} of the app that has many`, value: many, unit: '' },
      ...figuresOf('few', few),
      ...figuresOf('many', lots),
      ...COMPARED.map((kind) => ratioOf(kind, { few, lots })),
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

async function measure(stage: Stage, list: MeasuredList, rows: number): Promise<Times> {
  const shop = await Shop.open(stage, `Bench ${list.part}, ${rows}`);
  const app = shop.merchant.customerAppId;
  await list.first(stage, shop);
  const { service: name, table } = list;
  await fillUp(stage, { service: name, table, own: ownOf(list, rows), app, rows });
  stage.log(`(${list.part}) ${rows} ${list.what}`);
  const service = await asService(stage, { service: name, app });
  try {
    const middle = Math.floor(rows / 2);
    const valuesOf = (page: Partial<Page>) => list.values(app, { ...START, ...page });
    const page = (part: Partial<Page>) => service.query<Listed>(list.listSql, valuesOf(part));
    const [found] = (await page({ offset: middle, limit: 1 })).rows;
    const after = found && {
      created_at: found.row['created_at'] ?? '',
      id: found.row[list.id] ?? '',
    };
    const total = (part: Partial<Page>) =>
      service.query(list.totalSql, valuesOf(part).slice(0, list.filters));
    const [common, rare] = [[list.status], [list.rareStatus]];
    return {
      first: await timed(() => page({})),
      cursor: await timed(() => page({ after })),
      deep: await timed(() => page({ offset: middle }), DEEP_ROUNDS),
      filtered: await timed(() => page({ statuses: common })),
      filtered_cursor: await timed(() => page({ statuses: common, after })),
      rare: await timed(() => page({ statuses: rare })),
      rare_cursor: await timed(() => page({ statuses: rare, after })),
      filtered_total: await timed(() => total({ statuses: common })),
      total: await timed(() => total({})),
      answer: await timed(() => answer(stage, shop, list)),
    };
  } finally {
    await service.end();
  }
}

/** As many rows of the rare status in either app, evenly spread: a page holds as many of them. */
function ownOf({ own, rareStatus }: MeasuredList, rows: number): Copies['own'] {
  const others = own['status'] ?? 'm.status';
  return {
    ...own,
    status: `CASE WHEN n % ${rows / RARE} = 0 THEN '${rareStatus}' ELSE ${others} END`,
  };
}

interface Listed {
  readonly row: Readonly<Record<string, string>>;
}

function answer({ http }: Stage, { token }: Shop, { path }: MeasuredList): Promise<unknown> {
  return http.send({ method: 'GET', path: `${path}?limit=${PAGE}`, token });
}

async function timed(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
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
