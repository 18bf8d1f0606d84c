import type { PartResult } from '../figures.js';
import { prepare } from '../load/closed-loop.js';
import { Logins, withAdmin } from '../load/logins.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const MOST_PER_S = 200;
/** A login with two years of transactions, as most apps ask for. */
export const PRODUCTS = ['ACCOUNTS', 'TRANSACTIONS'] as const;

/** (o) How many logins per second are linked, up to the last of their data. */
export async function linkLogins(stage: Stage): Promise<PartResult> {
  const { system, seconds, log } = stage;
  const shop = await Shop.open(stage, 'Bench o');
  const logins = await Logins.of(stage, shop);
  const used = meterCpu(system);
  const begin = performance.now();
  const begun = await prepare({
    most: MOST_PER_S * seconds,
    seconds,
    work: () => logins.link('usergood', PRODUCTS),
  });
  const count = begun.length;
  await logins.complete(count);
  const end = performance.now();
  const cpu = used();
  const stored = await withAdmin(stage, (sql) =>
    sql<{ count: number }>(STORED, [shop.merchant.customerAppId]),
  );
  log(`(o) ${count} logins`);
  return {
    part: 'o',
    title: 'Link logins',
    figures: [
      {
        id: 'links_per_s',
        name: 'logins per second, up to DATA_RETRIEVAL_COMPLETE',
        value: (count * 1000) / (end - begin),
        unit: '/s',
      },
      { id: 'cpu_ms', name: 'CPU per login', value: systemMs(cpu) / count, unit: 'ms' },
      {
        id: 'transactions',
        name: 'transactions of each',
        value: Math.round((stored[0]?.count ?? 0) / count),
        unit: '',
      },
      { id: 'links', name: 'logins', value: count, unit: '' },
    ],
    plots: [cpuBars('CPU per login', { cpu, count })],
  };
}

const STORED = 'SELECT count(*)::int AS count FROM transactions WHERE customer_app_id = $1';
