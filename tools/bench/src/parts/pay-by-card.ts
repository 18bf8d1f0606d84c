import { createPool } from '@towpath/persistence';
import type { PartResult } from '../figures.js';
import { closedLoop, prepare } from '../load/closed-loop.js';
import { HttpLoad } from '../load/http-load.js';
import { pay, readyPayer } from '../load/payer.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const AT_ONCE = 64;
const MOST_PER_S = 2_000;

/** (b) How many payers per second can press the button, up to the committed, booked payment. */
export async function payByCard(stage: Stage): Promise<PartResult> {
  const { system, http, seconds, log } = stage;
  const shop = await Shop.open(stage, 'Bench b');
  const fields = new HttpLoad(system.service('sandbox').url);
  try {
    const begin = performance.now();
    const payers = await prepare({
      most: MOST_PER_S * seconds,
      seconds,
      work: async () => readyPayer({ api: http, fields }, (await shop.createLink()).url ?? ''),
    });
    log(`(b) ${payers.length} payers`);
    const submitted = performance.now();
    const used = meterCpu(system);
    await closedLoop(payers, AT_ONCE, (payer) => pay(http, payer));
    const end = performance.now();
    const cpu = used();
    await assertBooked(stage, { app: shop.merchant.customerAppId, payments: payers.length });
    const count = payers.length;
    return {
      part: 'b',
      title: 'Pay by card',
      figures: [
        {
          id: 'payments_per_s',
          name: 'submitted to executed payments per second',
          value: (count * 1000) / (end - submitted),
          unit: '/s',
          aim: { is: 'at least', value: 1500 },
        },
        {
          id: 'journeys_per_s',
          name: 'whole journeys per second, from the link on',
          value: (count * 1000) / (end - begin),
          unit: '/s',
        },
        { id: 'cpu_ms', name: 'CPU per payment', value: systemMs(cpu) / count, unit: 'ms' },
        { id: 'payments', name: 'payments', value: count, unit: '' },
      ],
      plots: [cpuBars('CPU per payment', { cpu, count })],
    };
  } finally {
    await fields.close();
  }
}

/** Each payment is executed, has its transfer in the ledger, and its events in the outbox. */
async function assertBooked(
  { system }: Stage,
  { app, payments }: { readonly app: string; readonly payments: number },
): Promise<void> {
  const url = new URL(system.adminUrl);
  url.pathname = '/payment_link';
  const pool = createPool({ url: url.href, name: 'bench', limits: { size: 1 } });
  try {
    const { rows } = await pool.query<Record<string, number>>(BOOKED, [app]);
    for (const [what, count] of Object.entries(rows[0] ?? {})) {
      if (count < payments) throw new Error(`only ${count} of ${payments} payments are ${what}`);
    }
  } finally {
    await pool.end();
  }
}

const BOOKED = `
  SELECT (SELECT count(*) FROM payments
          WHERE customer_app_id = $1 AND status = 'EXECUTED') AS executed,
         (SELECT count(DISTINCT payment_id) FROM ledger_transfers
          WHERE customer_app_id = $1) AS booked,
         (SELECT count(*) FROM outbox
          WHERE customer_app_id = $1 AND event_name = 'payment.executed') AS announced`;
