import { transactionsOf, type WalRecord } from './written-transactions.js';

const NAMES = new Map([['7', { database: 'shop', tables: new Map([['70', 'orders']]) }]]);

const heap = (xid: string, record_type: string, rest: Partial<WalRecord> = {}): WalRecord => ({
  xid,
  resource_manager: 'Heap',
  record_type,
  description: 'off: 1',
  block_ref: 'blkref #0: rel 1663/7/70 fork main blk 0',
  ...rest,
});
const end = (xid: string, record_type: string): WalRecord => ({
  xid,
  resource_manager: 'Transaction',
  record_type,
  description: null,
  block_ref: null,
});

it('counts the rows of each committed transaction, in order of the commits', () => {
  const records = [
    heap('1', 'INSERT+INIT'),
    heap('2', 'HOT_UPDATE'),
    heap('1', 'INSERT'),
    end('2', 'COMMIT'),
    heap('1', 'UPDATE'),
    end('1', 'COMMIT'),
  ];
  expect(transactionsOf(records, NAMES)).toEqual([
    { xid: '2', database: 'shop', writes: [{ table: 'orders', kind: 'update', rows: 1 }] },
    {
      xid: '1',
      database: 'shop',
      writes: [
        { table: 'orders', kind: 'insert', rows: 2 },
        { table: 'orders', kind: 'update', rows: 1 },
      ],
    },
  ]);
});

it('counts the rows of one record that holds several', () => {
  const several = { resource_manager: 'Heap2', description: 'ntuples: 5, offsets: [1, 2]' };
  const records = [heap('1', 'MULTI_INSERT', several), end('1', 'COMMIT')];
  expect(transactionsOf(records, NAMES)[0]?.writes).toEqual([
    { table: 'orders', kind: 'insert', rows: 5 },
  ]);
});

it('leaves out what was rolled back, locks, and files that are no table of ours', () => {
  const records = [
    heap('1', 'INSERT'),
    end('1', 'ABORT'),
    heap('2', 'LOCK'),
    end('2', 'COMMIT'),
    heap('3', 'INSERT', { block_ref: 'blkref #0: rel 1663/7/71 fork main blk 0' }),
    end('3', 'COMMIT'),
  ];
  expect(transactionsOf(records, NAMES)).toEqual([]);
});
