import type { PartResult } from '../figures.js';
import { prepare } from '../load/closed-loop.js';
import { Logins, peakMib, withAdmin } from '../load/logins.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';
import { PRODUCTS } from './link-logins.js';

const MOST = 10_000;
/** Preparing may take so many times as long as a measurement of another part. */
const PATIENCE = 6;

/** (s) How long the daily refresh of 10,000 logins takes, when all are due at the same moment. */
export async function refreshLogins(stage: Stage): Promise<PartResult> {
  const { system, seconds, log } = stage;
  const shop = await Shop.open(stage, 'Bench s');
  const logins = await Logins.of(stage, shop);
  const linked = await prepare({
    most: MOST,
    seconds: seconds * PATIENCE,
    work: () => logins.link('usergood', PRODUCTS),
  });
  const count = linked.length;
  await logins.complete(count);
  log(`(s) ${count} logins are due`);
  const used = meterCpu(system);
  const begin = performance.now();
  const peak = await peakMib(stage, async () => {
    await withAdmin(stage, (sql) => sql(DUE, [shop.merchant.customerAppId]));
    await logins.complete(count);
  });
  const elapsed = (performance.now() - begin) / 1000;
  const cpu = used();
  return {
    part: 's',
    title: 'Refresh logins',
    figures: [
      { id: 'logins', name: 'logins that were due', value: count, unit: '' },
      { id: 'refreshes_per_s', name: 'refreshes per second', value: count / elapsed, unit: '/s' },
      { id: 'cpu_ms', name: 'CPU per refresh', value: systemMs(cpu) / count, unit: 'ms' },
      {
        id: 'ten_thousand_s',
        name: '10,000 logins at this rate',
        value: (MOST * elapsed) / count,
        unit: 's',
      },
      { id: 'peak_mib', name: 'most memory of account-data', value: peak, unit: 'MiB' },
    ],
    plots: [cpuBars('CPU per refresh', { cpu, count })],
  };
}

/** Only this once: their automatic refresh stays off, so that none is planned anew. */
const DUE = `UPDATE login_identities SET next_refresh_at = now() WHERE customer_app_id = $1`;
