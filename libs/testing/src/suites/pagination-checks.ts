import { describeChecks, type SuiteCheck } from './suite-check.js';

export interface PageAnswer {
  readonly status: number;
  /** IDs of the rows, in the order of the answer; empty for a refusal. */
  readonly ids: readonly string[];
  /** Undefined for a list without a total. */
  readonly total?: number | undefined;
  readonly nextCursor?: string | undefined;
}

/** A list of the interface, as its caller sees it. */
export interface PaginatedList {
  /** Adds one row and gives its ID. */
  create(): Promise<string>;
  /** Asks for a page; the query's members are text, as in a URL. */
  page(query: Readonly<Record<string, string>>): Promise<PageAnswer>;
}

const ROWS = 5;
const MAX_PAGES = 1000;
const REFUSED: readonly Readonly<Record<string, string>>[] = [
  { limit: '0' },
  { limit: '-1' },
  { limit: '1001' },
  { limit: 'ten' },
  { limit: '1.5' },
  { offset: '-1' },
  { offset: 'ten' },
  { after: 'not a cursor' },
];

export const PAGINATION_CHECKS: readonly SuiteCheck<PaginatedList>[] = [
  {
    name: 'shows the newest first',
    faults: async (list) => {
      const made = await createRows(list);
      const { ids } = await list.page({ limit: String(ROWS) });
      return differs('the first page', { seen: ids, expected: made.toReversed() });
    },
  },
  {
    name: 'slices by offset and limit under one total',
    faults: async (list) => {
      await createRows(list);
      const whole = await list.page({ limit: String(ROWS) });
      const slice = await list.page({ offset: '1', limit: '2' });
      const past = await list.page({ offset: '100000', limit: '2' });
      return [
        ...differs('offset 1, limit 2', { seen: slice.ids, expected: whole.ids.slice(1, 3) }),
        ...differs('a page past the end', { seen: past.ids, expected: [] }),
        ...[slice, past]
          .filter(({ total }) => total !== whole.total)
          .map(({ total }) => `total is ${total} on one page and ${whole.total} on another`),
      ];
    },
  },
  {
    name: 'walks by cursor over each row once, although rows are added on the way',
    faults: async (list) => {
      await createRows(list);
      const { total } = await list.page({ limit: '1' });
      const seen: string[] = [];
      const added: string[] = [];
      let page = await list.page({ limit: '2' });
      for (let pages = 1; pages < MAX_PAGES; pages += 1) {
        seen.push(...page.ids);
        if (page.nextCursor === undefined) break;
        if (added.length < 2) added.push(await list.create());
        page = await list.page({ limit: '2', after: page.nextCursor });
      }
      const twice = seen.filter((id, index) => seen.indexOf(id) !== index);
      const late = seen.filter((id) => added.includes(id));
      return [
        ...twice.map((id) => `${id} is on two pages`),
        ...late.map((id) => `${id} was added later and is on a page behind`),
        ...(total === undefined || seen.length === total
          ? []
          : [`the walk shows ${seen.length} of ${total} rows`]),
      ];
    },
  },
  {
    name: 'refuses pages that do not exist',
    faults: async (list) => {
      const faults: string[] = [];
      for (const query of REFUSED) {
        const { status } = await list.page(query);
        if (status !== 400) faults.push(`${JSON.stringify(query)} answers ${status}`);
      }
      return faults;
    },
  },
];

/** The behaviour of every list: newest first, exact slices, cursors that survive new rows. */
export function describePagination(name: string, subject: () => PaginatedList): void {
  describeChecks(`pages of ${name}`, { checks: PAGINATION_CHECKS, subject });
}

/** One after the other, because the list must show the order of creation. */
async function createRows(list: PaginatedList): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < ROWS; n += 1) ids.push(await list.create());
  return ids;
}

function differs(
  what: string,
  { seen, expected }: { seen: readonly string[]; expected: readonly string[] },
): string[] {
  if (seen.join() === expected.join()) return [];
  return [`${what} is [${seen.join(', ')}] instead of [${expected.join(', ')}]`];
}
