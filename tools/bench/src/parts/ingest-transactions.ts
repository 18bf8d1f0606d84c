import type { PartResult } from '../figures.js';
import { Logins, peakMib } from '../load/logins.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { memoryMib } from '../measure/proc.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

/** All of `user_large`. */
const TRANSACTIONS = 100_000;
const AIM_PER_S = 20_000;

/** (p) How fast a login with 100,000 transactions is taken in, and what memory that needs. */
export async function ingestTransactions(stage: Stage): Promise<PartResult> {
  const { system, log } = stage;
  const shop = await Shop.open(stage, 'Bench p');
  const logins = await Logins.of(stage, shop);
  const { pid } = system.service('account-data');
  const idle = pid === undefined ? 0 : memoryMib(pid);
  const used = meterCpu(system);
  const begin = performance.now();
  const peak = await peakMib(stage, async () => {
    await logins.link('user_large', ['TRANSACTIONS']);
    await logins.complete(1);
  });
  const seconds = (performance.now() - begin) / 1000;
  const cpu = used();
  log(`(p) ${TRANSACTIONS} transactions in ${seconds.toFixed(1)} s`);
  return {
    part: 'p',
    title: 'Take in transactions',
    figures: [
      {
        id: 'transactions_per_s',
        name: 'transactions per second of one login, from the login to the last row',
        value: TRANSACTIONS / seconds,
        unit: '/s',
        aim: { is: 'at least', value: AIM_PER_S },
      },
      {
        id: 'cpu_ms',
        name: 'CPU per 1,000 transactions',
        value: systemMs(cpu) / (TRANSACTIONS / 1_000),
        unit: 'ms',
      },
      { id: 'transactions', name: 'transactions', value: TRANSACTIONS, unit: '' },
      { id: 'idle_mib', name: 'memory of account-data before', value: idle, unit: 'MiB' },
      { id: 'peak_mib', name: 'most memory of account-data', value: peak, unit: 'MiB' },
    ],
    plots: [cpuBars('CPU per 1,000 transactions', { cpu, count: TRANSACTIONS / 1_000 })],
  };
}
