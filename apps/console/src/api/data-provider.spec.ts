import type { ListedResource } from '@towpath/contracts/operator';
import type { ConsoleApi, Query } from './console-api.js';
import { consoleDataProvider, queryOf } from './data-provider.js';

const resource = (number: number) =>
  ({ kind: 'payment', customer_app_id: 'A', id: String(number) }) as unknown as ListedResource;

/** Five pages of two; what was asked. */
function pagesOfTwo() {
  const asked: Query[] = [];
  const list = (_kind: string, query: Query) => {
    asked.push(query);
    const page = Number(query['after'] ?? 1);
    const resources = [resource(page * 2 - 1), resource(page * 2)];
    return Promise.resolve({ resources, ...(page < 5 && { next_cursor: String(page + 1) }) });
  };
  return { asked, provider: consoleDataProvider({ list } as unknown as ConsoleApi) };
}

const page = (number: number) => ({
  pagination: { page: number, perPage: 2 },
  sort: { field: 'created_at', order: 'DESC' as const },
  filter: {},
});

describe('a list with cursors', () => {
  it('goes from page to page by the cursor of the page before', async () => {
    const { asked, provider } = pagesOfTwo();
    await provider.getList('payment', page(1));
    const { data, pageInfo } = await provider.getList('payment', page(2));
    expect(data.map(({ id }) => String(id))).toEqual(['A.3', 'A.4']);
    expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
    expect(asked.map(({ after }) => after)).toEqual([undefined, '2']);
  });

  it('reaches a later page of an address from the first one', async () => {
    const { asked, provider } = pagesOfTwo();
    const { data } = await provider.getList('payment', page(3));
    expect(data.map(({ id }) => String(id))).toEqual(['A.5', 'A.6']);
    expect(asked.map(({ after }) => after)).toEqual([undefined, '2', '3']);
  });

  it('knows how many there are at its last page, and has nothing after it', async () => {
    const { provider } = pagesOfTwo();
    expect(await provider.getList('payment', page(5))).toMatchObject({ total: 10 });
    expect(await provider.getList('payment', page(7))).toMatchObject({ data: [] });
  });
});

it.each([
  [
    { amount: '12.5', currency: 'HKD' },
    { amount: 1_250, currency: 'HKD' },
  ],
  [
    { amount: '1500', currency: 'JPY' },
    { amount: 1_500, currency: 'JPY' },
  ],
  [{ amount: '12.5' }, {}],
  [{ statuses: ['PAID'] }, { statuses: ['PAID'] }],
])('the filters %j are asked for as %j', (filter, query) => {
  expect(queryOf(filter)).toEqual(query);
});
