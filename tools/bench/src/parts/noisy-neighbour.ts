import type { PartResult } from '../figures.js';
import { closedLoop } from '../load/closed-loop.js';
import { Consumer } from '../load/consumer.js';
import { openLoop } from '../load/open-loop.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const EVENTS = 200;
const RATE = 20;
const SLOW_MS = 4_000;
const AT_ONCE = 32;
const AIM_MS = 250;
const AIM_RATIO = 2;

/** (e) What an endpoint feels of another app's slow one. */
export async function noisyNeighbour(stage: Stage): Promise<PartResult> {
  const healthy = await Consumer.start();
  const slow = await Consumer.start({ answerAfterMs: SLOW_MS });
  try {
    const quiet = await Shop.open(stage, 'Bench e, healthy');
    const noisy = await Shop.open(stage, 'Bench e, slow');
    await quiet.subscribe(healthy.url('/healthy'));
    await noisy.subscribe(slow.url('/slow'));
    const count = Math.min(EVENTS, RATE * stage.seconds);
    const alone = await delays({ shop: quiet, consumer: healthy, count });
    const burst = await noisy.createLinks(EVENTS);
    const links = await quiet.createLinks(count);
    await closedLoop(burst, AT_ONCE, (link) => noisy.cancelLink(link));
    const beside = await delays({ shop: quiet, consumer: healthy, count, links });
    return resultOf({ alone, beside, stuck: burst.length - slow.all().length });
  } finally {
    await healthy.stop();
    await slow.stop();
  }
}

interface Gentle {
  readonly shop: Shop;
  readonly consumer: Consumer;
  readonly count: number;
  /** Made now when absent. */
  readonly links?: readonly string[];
}

async function delays({ shop, consumer, count, links }: Gentle): Promise<number[]> {
  const items = links ?? (await shop.createLinks(count));
  const earlier = consumer.all().length;
  await openLoop({ items, rate: RATE, work: (link) => shop.cancelLink(link) });
  await consumer.received(earlier + items.length);
  return consumer
    .all()
    .slice(earlier)
    .map(({ delayMs }) => delayMs);
}

function resultOf({
  alone,
  beside,
  stuck,
}: {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly stuck: number;
}): PartResult {
  const p99 = percentile(beside, 0.99);
  const ratio = p99 / percentile(alone, 0.99);
  return {
    part: 'e',
    title: 'Noisy neighbour',
    figures: [
      {
        id: 'alone_p99_ms',
        name: 'healthy endpoint alone, p99',
        value: percentile(alone, 0.99),
        unit: 'ms',
      },
      {
        id: 'beside_p99_ms',
        name: 'beside a slow one, p99',
        value: p99,
        unit: 'ms',
        aim: { is: 'at most', value: AIM_MS },
      },
      {
        id: 'ratio',
        name: 'beside divided by alone',
        value: ratio,
        unit: '×',
        aim: { is: 'at most', value: AIM_RATIO },
      },
      {
        id: 'stuck',
        name: 'events of the slow endpoint still waiting at the end',
        value: Math.max(0, stuck),
        unit: '',
      },
    ],
    plots: [
      {
        kind: 'curves',
        title: 'Commit to webhook of the healthy endpoint',
        unit: 'ms',
        curves: [
          { label: 'alone', samples: alone },
          { label: 'beside a slow one', samples: beside },
        ],
      },
    ],
  };
}
