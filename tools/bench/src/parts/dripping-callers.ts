import type { Figure, PartResult } from '../figures.js';
import { DrippingCallers } from '../load/dripping-callers.js';
import { openLoop } from '../load/open-loop.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const RATE = 50;
const CALLERS = 500;
const AIM_RATIO = 2;
const HOSTS = 250;
const WARM_UP = 200;

/** (i) What callers feel of 500 others who drip a body each into the public interface. */
export async function drippingCallers(stage: Stage): Promise<PartResult> {
  const shop = await Shop.open(stage, 'Bench i');
  const { payment_link_id: id } = await shop.createLink();
  const read = () =>
    stage.http.send({ method: 'GET', path: `/payment_links/${id}`, token: shop.token });
  const measure = (count: number) =>
    openLoop({ items: Array.from({ length: count }), rate: RATE, work: read });
  await measure(WARM_UP);
  const count = RATE * stage.seconds;
  const quiet = await measure(count);
  const one = await beside(stage, { addressOf: () => '198.51.100.1', work: () => measure(count) });
  const many = await beside(stage, {
    addressOf: (index) => `198.51.${Math.floor(index / HOSTS)}.${(index % HOSTS) + 1}`,
    work: () => measure(count),
  });
  const quietP99 = percentile(quiet, 0.99);
  return {
    part: 'i',
    title: '500 dripping callers',
    figures: [
      { id: 'quiet_p99_ms', name: 'a read with nobody else, p99', value: quietP99, unit: 'ms' },
      ...figuresOf({ id: 'one', name: 'one address', samples: one, quietP99 }),
      ...figuresOf({ id: 'many', name: '500 addresses', samples: many, quietP99 }),
    ],
    plots: [
      {
        kind: 'curves',
        title: 'Reads of a link',
        unit: 'ms',
        curves: [
          { label: 'quiet', samples: quiet },
          { label: 'one address drips', samples: one },
          { label: '500 addresses drip', samples: many },
        ],
      },
    ],
  };
}

async function beside(
  { system, log }: Stage,
  during: { addressOf(index: number): string; work(): Promise<number[]> },
): Promise<number[]> {
  const callers = await DrippingCallers.start(system.baseUrl, {
    count: CALLERS,
    addressOf: during.addressOf,
  });
  try {
    const samples = await during.work();
    log(`${callers.count} callers still drip`);
    return samples;
  } finally {
    callers.stop();
  }
}

function figuresOf(measured: {
  readonly id: string;
  readonly name: string;
  readonly samples: readonly number[];
  readonly quietP99: number;
}): Figure[] {
  const { id, name, samples, quietP99 } = measured;
  const p99 = percentile(samples, 0.99);
  return [
    { id: `${id}_p99_ms`, name: `while ${name} drips, p99`, value: p99, unit: 'ms' },
    {
      id: `${id}_ratio`,
      name: `while ${name} drips, divided by quiet`,
      value: p99 / quietP99,
      unit: '×',
      aim: { is: 'at most', value: AIM_RATIO },
    },
  ];
}
