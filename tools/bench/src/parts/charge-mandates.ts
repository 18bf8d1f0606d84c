import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { createPool } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import type { Figure, PartResult } from '../figures.js';
import { prepare } from '../load/closed-loop.js';
import { liveMandate } from '../load/mandates.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const MANDATES = 64;
const MOST_PER_S = 2_000;
const BOOKED_WITHIN_MS = 300_000;

interface Measured {
  readonly count: number;
  /** Answered: reserved at the mandate, and told to the bank. */
  readonly chargesPerS: number;
  /** Until the last one was executed, with its transfer in the ledger. */
  readonly executedPerS: number;
  readonly cpu: CpuUse;
}

/** (g) How many charges per second, on as many mandates as charges at a time, and all on one. */
export async function chargeMandates(stage: Stage): Promise<PartResult> {
  const spread = await measure(stage, 'many');
  const single = await measure(stage, 'one');
  return {
    part: 'g',
    title: 'Charge mandates',
    figures: [...figuresOf('many', spread), ...figuresOf('one', single)],
    plots: [
      cpuBars('CPU per charge on many mandates', spread),
      cpuBars('CPU per charge on one mandate', single),
    ],
  };
}

async function measure(stage: Stage, on: 'many' | 'one'): Promise<Measured> {
  const { seconds, system, log } = stage;
  const shop = await Shop.open(stage, `Bench g, ${on}`);
  const mandates = await prepare({
    most: on === 'one' ? 1 : MANDATES,
    seconds: seconds * 3,
    work: () => liveMandate(stage, shop),
  });
  const used = meterCpu(system);
  const begin = performance.now();
  let next = 0;
  const charges = await prepare({
    most: MOST_PER_S * seconds,
    seconds,
    work: () => {
      next += 1;
      return charge(stage, shop, mandates[next % mandates.length] as CreatedMandateResponse);
    },
  });
  const answered = performance.now();
  await booked(stage, { app: shop.merchant.customerAppId, count: charges.length });
  const end = performance.now();
  const count = charges.length;
  log(`(g) ${count} charges on ${mandates.length} mandates`);
  const perSecond = (until: number) => (count * 1000) / (until - begin);
  return { count, chargesPerS: perSecond(answered), executedPerS: perSecond(end), cpu: used() };
}

function charge(
  { http }: Stage,
  { token }: Shop,
  { payment_method_id }: CreatedMandateResponse,
): Promise<PaymentResponse> {
  const body = { amount: 500, currency: 'HKD', payment_method_id, payment_details: {} };
  return http.send({ method: 'POST', path: '/payments', token, body });
}

/** Each charge is executed and has its transfer in the ledger. */
async function booked(
  { system }: Stage,
  { app, count }: { readonly app: string; readonly count: number },
): Promise<void> {
  const url = new URL(system.adminUrl);
  url.pathname = '/payment_link';
  const pool = createPool({ url: url.href, name: 'bench', limits: { size: 1 } });
  let found = 0;
  try {
    await eventually(
      async () => {
        const { rows } = await pool.query<{ count: number }>(BOOKED, [app]);
        found = rows[0]?.count ?? 0;
        return found >= count;
      },
      { deadlineMs: BOOKED_WITHIN_MS, describe: () => `${found} of ${count} charges are booked` },
    );
  } finally {
    await pool.end();
  }
}

const BOOKED = `
  SELECT count(DISTINCT payment_id) FROM payments JOIN ledger_transfers
    USING (customer_app_id, payment_id)
  WHERE customer_app_id = $1 AND status = 'EXECUTED'`;

function figuresOf(on: 'many' | 'one', measured: Measured): Figure[] {
  const { count, chargesPerS, executedPerS, cpu } = measured;
  const words = on === 'one' ? 'one mandate' : 'many mandates';
  return [
    {
      id: `charges_per_s_${on}`,
      name: `charges per second on ${words}, answered`,
      value: chargesPerS,
      unit: '/s',
    },
    {
      id: `executed_per_s_${on}`,
      name: `charges per second on ${words}, up to the ledger`,
      value: executedPerS,
      unit: '/s',
    },
    {
      id: `cpu_ms_${on}`,
      name: `CPU per charge on ${words}`,
      value: systemMs(cpu) / count,
      unit: 'ms',
    },
    { id: `charges_${on}`, name: `charges on ${words}`, value: count, unit: '' },
  ];
}
