import { fetchAhead } from './store-batches.js';

/** Says what it is about to give, and ends with an error if one is given. */
async function* pages(count: number, said: string[], error?: Error): AsyncGenerator<number> {
  try {
    for (let page = 1; page <= count; page += 1) {
      said.push(`fetch ${page}`);
      yield await Promise.resolve(page);
    }
    if (error) throw error;
  } finally {
    said.push('closed');
  }
}

async function work(items: AsyncIterable<number>, said: string[], last = 9): Promise<void> {
  for await (const item of items) {
    await new Promise((resolve) => setImmediate(resolve));
    said.push(`worked on ${item}`);
    if (item === last) return;
  }
}

it('fetchAhead fetches the next item while one is processed, and no more than one', async () => {
  const said: string[] = [];
  await work(fetchAhead(pages(3, said)), said);
  const first = ['fetch 1', 'fetch 2', 'worked on 1', 'fetch 3', 'worked on 2'];
  expect(said).toEqual([...first, 'closed', 'worked on 3']);
});

it('fetchAhead reports a failed fetch after the items before it', async () => {
  const said: string[] = [];
  const items = fetchAhead(pages(2, said, new Error('the bank is down')));
  await expect(work(items, said)).rejects.toThrow('the bank is down');
  expect(said).toContain('worked on 2');
});

it('fetchAhead closes its source when the consumer stops', async () => {
  const said: string[] = [];
  await work(fetchAhead(pages(5, said)), said, 1);
  expect(said).toEqual(['fetch 1', 'fetch 2', 'worked on 1', 'closed']);
});
