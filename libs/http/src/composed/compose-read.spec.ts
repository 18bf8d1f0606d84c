import { composeRead, remainingBudget } from '../index.js';
import { requestContext } from '@towpath/observability';

interface Row {
  readonly id: string;
  readonly mandate?: string;
}

const rows: Row[] = [
  { id: 'a', mandate: 'm1' },
  { id: 'b' },
  { id: 'c', mandate: 'm2' },
  { id: 'd', mandate: 'm1' },
];

function compose(
  fetch: (keys: readonly string[]) => Promise<Map<string, string>>,
  options: { onAbsent?: undefined; deadlineMs?: number; batchSize?: number } = {},
) {
  const absent: unknown[] = [];
  const result = composeRead({
    rows,
    keyOf: (row) => row.mandate,
    fetch,
    merge: (row, part: string | undefined) => `${row.id}:${part ?? '-'}`,
    deadlineMs: 1000,
    onAbsent: (error) => absent.push(error),
    ...options,
  });
  return { result, absent };
}

describe('composeRead', () => {
  it('asks once per distinct key, in one batch, and keeps the order of the rows', async () => {
    const calls: (readonly string[])[] = [];
    const { result } = compose((keys) => {
      calls.push(keys);
      return Promise.resolve(new Map([['m1', 'one']]));
    });
    expect(await result).toEqual(['a:one', 'b:-', 'c:-', 'd:one']);
    expect(calls).toEqual([['m1', 'm2']]);
  });

  it('splits large reads into batches', async () => {
    const calls: (readonly string[])[] = [];
    const fetch = (keys: readonly string[]) => {
      calls.push(keys);
      return Promise.resolve(new Map(keys.map((key) => [key, key])));
    };
    expect(await compose(fetch, { batchSize: 1 }).result).toEqual(['a:m1', 'b:-', 'c:m2', 'd:m1']);
    expect(calls).toHaveLength(2);
  });

  it('shows rows without their parts when the owning service does not answer', async () => {
    const { result, absent } = compose(() => Promise.reject(new Error('down')));
    expect(await result).toEqual(['a:-', 'b:-', 'c:-', 'd:-']);
    expect(absent).toHaveLength(1);
  });

  it('does not wait longer than its deadline', async () => {
    const { result, absent } = compose(() => Promise.withResolvers<Map<string, string>>().promise, {
      deadlineMs: 5,
    });
    expect(await result).toEqual(['a:-', 'b:-', 'c:-', 'd:-']);
    expect(String(absent[0])).toContain('SERVICE_UNAVAILABLE');
  });

  it('fails where the part that is missing is required', async () => {
    const { result } = compose(() => Promise.reject(new Error('down')), { onAbsent: undefined });
    await expect(result).rejects.toThrow('down');
  });
});

describe('remainingBudget', () => {
  it("is the rest of the request's time, never more than the limit and never negative", () => {
    const within = (deadlineAt: number) =>
      requestContext.run({ requestId: 'r', deadlineAt }, () => remainingBudget(1000));
    expect(remainingBudget(1000)).toBe(1000);
    expect(within(Date.now() + 60_000)).toBe(1000);
    expect(within(Date.now() + 500)).toBeLessThanOrEqual(500);
    expect(within(Date.now() - 1)).toBe(0);
  });
});
