import type { Curves, Figure, PartResult } from '../figures.js';
import { closedLoop } from '../load/closed-loop.js';
import { Consumer } from '../load/consumer.js';
import { openLoop } from '../load/open-loop.js';
import { Shop } from '../load/shop.js';
import { TopicReader } from '../load/topic-reader.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const FIXED_RATES = [100, 500] as const;
const MOST_PER_S = 2_000;
const AT_ONCE = 64;
const AIM_MS = 100;

interface Pace {
  /** Part of the figures' IDs. */
  readonly id: string;
  readonly rate: number;
}

interface Delays {
  readonly kafka: readonly number[];
  readonly webhook: readonly number[];
  /** Events per second that the system took in: below the pace when it could not keep up. */
  readonly reached: number;
}

/** (c) How late a consumer of events, and a webhook endpoint, hear of a commit. */
export async function latencies(stage: Stage): Promise<PartResult> {
  const { system, seconds, log } = stage;
  const reader = await TopicReader.start(system.kafkaBrokers);
  const consumer = await Consumer.start();
  try {
    const shop = await Shop.open(stage, 'Bench c');
    await shop.subscribe(consumer.url('/c'));
    const parts = { shop, reader, consumer, seconds };
    const most = await highestRate(parts);
    log(`(c) at most ${most.toFixed(0)} events/s from request to webhook`);
    const figures: Figure[] = [
      { id: 'most_per_s', name: 'most events per second', value: most, unit: '/s' },
    ];
    const curves: Curves['curves'][number][] = [];
    const half = { id: 'half', rate: Math.max(1, Math.floor(most / 2)) };
    for (const pace of [...FIXED_RATES.map((rate) => ({ id: String(rate), rate })), half]) {
      const delays = await measureAt(pace, parts);
      figures.push(...figuresAt(pace, delays));
      const { kafka, webhook } = delays;
      curves.push({ label: `Kafka ${pace.rate}/s`, samples: kafka });
      curves.push({ label: `webhook ${pace.rate}/s`, samples: webhook });
    }
    const plot = { kind: 'curves', title: 'Delay after the commit', unit: 'ms', curves } as const;
    return { part: 'c', title: 'Commit to consumer', figures, plots: [plot] };
  } finally {
    await consumer.stop();
    await reader.stop();
  }
}

interface Parts {
  readonly shop: Shop;
  readonly reader: TopicReader;
  readonly consumer: Consumer;
  readonly seconds: number;
}

/** From the first request to the last webhook, so that no backlog is left out. */
async function highestRate({ shop, consumer, seconds }: Parts): Promise<number> {
  const links = await shop.createLinks(MOST_PER_S * seconds);
  const begin = performance.now();
  await closedLoop(links, AT_ONCE, (link) => shop.cancelLink(link));
  await consumer.received(links.length);
  return (links.length * 1000) / (performance.now() - begin);
}

async function measureAt({ rate }: Pace, parts: Parts): Promise<Delays> {
  const { shop, reader, consumer, seconds } = parts;
  const links = await shop.createLinks(rate * seconds);
  const earlier = consumer.all().length;
  const begin = performance.now();
  await openLoop({ items: links, rate, work: (link) => shop.cancelLink(link) });
  const reached = (links.length * 1000) / (performance.now() - begin);
  await consumer.received(earlier + links.length);
  const webhook = consumer
    .all()
    .slice(earlier)
    .map(({ delayMs }) => delayMs);
  return { kafka: await reader.delaysOf(links), webhook, reached };
}

function figuresAt({ id, rate }: Pace, { kafka, webhook, reached }: Delays): Figure[] {
  const aim = id === '500' ? { aim: { is: 'at most', value: AIM_MS } as const } : {};
  const at = `at ${rate}/s`;
  return [
    { id: `reached_${id}_per_s`, name: `events taken in ${at}`, value: reached, unit: '/s' },
    figure(`kafka_${id}_p50_ms`, `commit to Kafka ${at}, p50`, percentile(kafka, 0.5)),
    {
      ...figure(`kafka_${id}_p99_ms`, `commit to Kafka ${at}, p99`, percentile(kafka, 0.99)),
      ...aim,
    },
    figure(`webhook_${id}_p50_ms`, `commit to webhook ${at}, p50`, percentile(webhook, 0.5)),
    {
      ...figure(`webhook_${id}_p99_ms`, `commit to webhook ${at}, p99`, percentile(webhook, 0.99)),
      ...aim,
    },
  ];
}

const figure = (...[id, name, value]: readonly [string, string, number]): Figure => ({
  id,
  name,
  value,
  unit: 'ms',
});
