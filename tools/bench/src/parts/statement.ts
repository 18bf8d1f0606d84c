import type { LedgerStatementResponse } from '@towpath/contracts/payment-link';
import type { PartResult } from '../figures.js';
import { fillUp } from '../load/many-rows.js';
import { Shop } from '../load/shop.js';
import { memoryMib } from '../measure/proc.js';
import type { Stage } from '../run/stage.js';

const MANY = 1_000_000;
/** Short runs fill up less: the copies take longer than all the rest. */
const ROWS_PER_SECOND = 100_000;
const LOOK_EVERY_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 10;
const GROWTH_AIM_MIB = 100;

interface Read {
  readonly lines: number;
  readonly ms: number;
  /** The most that payment-link took while it wrote. */
  readonly mostMib: number;
}

/** (v) How fast a statement is read, and what memory it takes to write. */
export async function statement(stage: Stage): Promise<PartResult> {
  const rows = Math.min(MANY, ROWS_PER_SECOND * stage.seconds);
  const shop = await Shop.open(stage, 'Bench v');
  const app = shop.merchant.customerAppId;
  await fillUp(stage, { service: 'payment-link', table: 'ledger_transfers', app, rows, own: OWN });
  const before = memoryOf(stage);
  const read = await download(stage, shop);
  stage.log(`(v) ${read.lines} lines of ${rows} transfers`);
  return {
    part: 'v',
    title: 'Statement of the ledger',
    figures: [
      { id: 'rows', name: 'transfers of the app', value: rows, unit: '' },
      { id: 'lines', name: 'lines of the file', value: read.lines, unit: '' },
      {
        id: 'lines_per_s',
        name: 'lines per second',
        value: (read.lines * 1000) / read.ms,
        unit: '/s',
      },
      { id: 'before_mib', name: 'memory of payment-link before', value: before, unit: 'MiB' },
      {
        id: 'growth_mib',
        name: 'more memory while it writes',
        value: Math.max(0, read.mostMib - before),
        unit: 'MiB',
        aim: { is: 'at most', value: GROWTH_AIM_MIB },
      },
    ],
    plots: [],
  };
}

/** Of the only transfer of a new app, its opening balance: payments of the last year. */
const OWN = {
  ledger_transfer_id: `'01JQ' || lpad(n::text, 22, '0')`,
  kind: `'PAYMENT'`,
  debit_account: `replace(m.debit_account, 'funding:', 'clearing:')`,
  amount: 'n',
  payment_id: `'01JR' || lpad(n::text, 22, '0')`,
  occurred_at: `m.occurred_at - n * interval '30 seconds'`,
  written_by: 'current_transaction()',
};

async function download(stage: Stage, { token }: Shop): Promise<Read> {
  const path = '/ledger/statement?date_from=2000-01-01';
  const asked = await stage.http.send<LedgerStatementResponse>({ method: 'GET', path, token });
  const begin = performance.now();
  const answer = await fetch(asked.download_url);
  if (!answer.body) throw new Error('the statement has no body');
  let [lines, bytes, looked, mostMib] = [0, 0, 0, 0];
  for await (const chunk of answer.body) {
    for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
    bytes += chunk.length;
    if (bytes - looked < LOOK_EVERY_BYTES) continue;
    looked = bytes;
    mostMib = Math.max(mostMib, memoryOf(stage));
  }
  return { lines, ms: performance.now() - begin, mostMib: Math.max(mostMib, memoryOf(stage)) };
}

function memoryOf({ system }: Stage): number {
  const { pid } = system.service('payment-link');
  return pid === undefined ? 0 : memoryMib(pid);
}
