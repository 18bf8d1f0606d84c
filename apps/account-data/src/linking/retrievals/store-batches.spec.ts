import type { RetrievedBatch } from '../../banks/institution-connections/retrieved-rows.js';
import { storeBatches } from './store-batches.js';

const ACCOUNT = {
  accountKey: 'current',
  name: 'Current',
  type: 'DEPOSIT',
  subtype: 'CURRENT',
  currency: 'HKD',
  country: 'HKG',
  number: '1',
} as const;

async function* batchesOf(count: number): AsyncGenerator<RetrievedBatch> {
  for (let batch = 1; batch <= count; batch += 1) {
    const rows = { cursor: String(batch), accounts: [ACCOUNT] };
    yield await Promise.resolve(batch === count ? { ...rows, outcome: 'RETRIEVED' } : rows);
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Earlier batches take longer than later ones. */
class Keeper {
  readonly said: string[] = [];
  private open = 0;
  most = 0;

  constructor(
    private readonly failing = '',
    private readonly last = '',
  ) {}

  async store({ cursor, accounts }: RetrievedBatch): Promise<void> {
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    this.said.push(`store ${cursor}${accounts ? ' with accounts' : ''}`);
    for (let turns = Number(cursor); turns < 10; turns += 1) await turn();
    this.open -= 1;
    if (cursor === this.failing) throw new Error(`batch ${cursor} is lost`);
    this.said.push(`stored ${cursor}`);
  }

  reached(cursor: string): Promise<boolean> {
    this.said.push(`reached ${cursor}`);
    return Promise.resolve(cursor !== this.last);
  }

  get isIdle(): boolean {
    return this.open === 0;
  }
}

it('storeBatches stores two at once, the ends alone, and moves the cursor in order', async () => {
  const keeper = new Keeper();
  expect(await storeBatches(batchesOf(5), keeper)).toBe('RETRIEVED');
  expect(keeper.most).toBe(2);
  expect(keeper.said.slice(0, 6)).toEqual([
    ...['store 1 with accounts', 'stored 1', 'reached 1'],
    ...['store 2', 'store 3', 'stored 3'],
  ]);
  const reached = keeper.said.filter((each) => each.startsWith('reached'));
  expect(reached).toEqual(['reached 1', 'reached 2', 'reached 3', 'reached 4']);
  expect(keeper.said.slice(-3)).toEqual(['reached 4', 'store 5', 'stored 5']);
});

it('storeBatches never moves the cursor past a lost batch, and ends the others', async () => {
  const keeper = new Keeper('2');
  await expect(storeBatches(batchesOf(5), keeper)).rejects.toThrow('batch 2 is lost');
  expect(keeper.said).toContain('stored 3');
  expect(keeper.said).not.toContain('reached 3');
  expect(keeper.isIdle).toBe(true);
});

it('storeBatches stores no further batch once the cursor may not move on', async () => {
  const keeper = new Keeper('', '2');
  expect(await storeBatches(batchesOf(9), keeper)).toBeNull();
  expect(keeper.said).not.toContain('reached 3');
  expect(keeper.said).not.toContain('store 5');
  expect(keeper.isIdle).toBe(true);
});

it('storeBatches returns null when the bank ends without an outcome', async () => {
  async function* none(): AsyncGenerator<RetrievedBatch> {
    yield await Promise.resolve({ cursor: '1' });
  }
  expect(await storeBatches(none(), new Keeper())).toBeNull();
});
