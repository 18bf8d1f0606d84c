import {
  describePagination,
  PAGINATION_CHECKS,
  type PageAnswer,
  type PaginatedList,
} from './pagination-checks.js';

/** A well-behaved list in memory; `bend` spoils its answers. */
function listOf(bend: (answer: PageAnswer, query: Record<string, string>) => PageAnswer) {
  const rows: string[] = [];
  const list: PaginatedList = {
    create: () => {
      rows.unshift(`row-${String(rows.length + 1).padStart(3, '0')}`);
      return Promise.resolve(rows[0] ?? '');
    },
    page: (query) => Promise.resolve(bend(answer(rows, query), query)),
  };
  return list;
}

function answer(rows: readonly string[], query: Readonly<Record<string, string>>): PageAnswer {
  const { offset = '0', limit = '500', after } = query;
  const known = after === undefined || rows.includes(after);
  const natural = /^\d+$/;
  if (!natural.test(offset) || !natural.test(limit) || !known) return { status: 400, ids: [] };
  if (Number(limit) < 1 || Number(limit) > 1000) return { status: 400, ids: [] };
  const from = after === undefined ? Number(offset) : rows.indexOf(after) + 1;
  const ids = rows.slice(from, from + Number(limit));
  const last = from + ids.length >= rows.length;
  return { status: 200, ids, total: rows.length, nextCursor: last ? undefined : ids.at(-1) };
}

const good = listOf((page) => page);
describePagination('a list in memory', () => good);

describe('the pagination suite reports', () => {
  const faultsOf = async (list: PaginatedList): Promise<string[]> => {
    const found = await Promise.all(PAGINATION_CHECKS.map((check) => check.faults(list)));
    return found.flat();
  };

  it('a list that shows the oldest first', async () => {
    const list = listOf((page) => ({ ...page, ids: page.ids.toReversed() }));
    expect(await faultsOf(list)).toContainEqual(expect.stringMatching(/^the first page is \[/));
  });

  it('an offset that is ignored', async () => {
    const plain = listOf((page) => page);
    const list = { ...plain, page: ({ limit = '9' }) => plain.page({ limit }) };
    expect(await faultsOf(list)).toContainEqual(expect.stringMatching(/^offset 1, limit 2 is \[/));
  });

  it('a total of the page instead of the list', async () => {
    const list = listOf((page) => ({ ...page, total: page.ids.length }));
    expect(await faultsOf(list)).toContainEqual(expect.stringMatching(/^total is \d+ on one page/));
  });

  it('a cursor that is an offset, which shows a row twice when rows are added', async () => {
    const plain = listOf((page) => page);
    const page = async ({ after, ...query }: Readonly<Record<string, string>>) => {
      const offset = Number(after ?? query['offset'] ?? '0');
      const slice = await plain.page({ ...query, offset: String(offset) });
      const next = offset + slice.ids.length;
      return { ...slice, nextCursor: slice.nextCursor && String(next) };
    };
    expect(await faultsOf({ ...plain, page })).toContainEqual(
      expect.stringMatching(/ is on two pages$/),
    );
  });

  it('bad input that is accepted', async () => {
    const list = listOf((page) => ({ ...page, status: 200 }));
    expect(await faultsOf(list)).toContain('{"limit":"0"} answers 200');
  });
});
