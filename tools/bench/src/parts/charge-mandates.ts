import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { Figure, PartResult } from '../figures.js';
import { charge, chargesBooked, MANDATES } from '../load/charges.js';
import { prepare } from '../load/closed-loop.js';
import { liveMandate } from '../load/mandates.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const MOST_PER_S = 2_000;

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
  await chargesBooked(stage, { app: shop.merchant.customerAppId, count: charges.length });
  const end = performance.now();
  const count = charges.length;
  log(`(g) ${count} charges on ${mandates.length} mandates`);
  const perSecond = (until: number) => (count * 1000) / (until - begin);
  return { count, chargesPerS: perSecond(answered), executedPerS: perSecond(end), cpu: used() };
}

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
