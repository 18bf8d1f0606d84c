import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '@towpath/persistence';
import type { Figure, PartResult, Plot } from '../figures.js';
import { isRoundOfRelay, rowsOf } from '../floor/relay-rounds.js';
import { Watch } from '../floor/watch.js';
import { Consumer } from '../load/consumer.js';
import { openLoop } from '../load/open-loop.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const RATES = [100, 500] as const;
const AIMS: Readonly<Record<number, { cpuMs?: number; p99Ms: number }>> = {
  100: { cpuMs: 4, p99Ms: 50 },
  500: { p99Ms: 60 },
};
const WARM_UP_S = 3;
const IDLE_TRANSACTIONS = 5;
const IDLE_CPU = 2;

/** (y) What the system uses when nobody asks for anything, and for events at a steady pace. */
export async function steadyPace(stage: Stage): Promise<PartResult> {
  const { system } = stage;
  const watch = await Watch.open(system);
  const consumer = await Consumer.start();
  try {
    const shop = await Shop.open(stage, 'Bench y');
    const figures = await idle(stage);
    const plots: Plot[] = [];
    await shop.subscribe(consumer.url('/y'));
    const parts = { shop, consumer, watch };
    await measureAt(stage, { ...parts, rate: 100, seconds: WARM_UP_S });
    for (const rate of RATES) {
      const paced = await measureAt(stage, { ...parts, rate, seconds: stage.seconds });
      figures.push(...figuresAt(rate, paced));
      plots.push(cpuBars(`CPU per event at ${rate}/s`, paced));
    }
    return { part: 'y', title: 'Steady pace', figures, plots };
  } finally {
    await consumer.stop();
    await watch.close();
  }
}

/** With every service ready: commits of all databases, and CPU in % of one core. */
async function idle({ system, seconds }: Stage): Promise<Figure[]> {
  const pool = createPool({ url: system.adminUrl, name: 'bench', limits: { size: 1 } });
  const commits = async (): Promise<number> => {
    const { rows } = await pool.query<{ commits: number }>(
      'SELECT sum(xact_commit)::float8 AS commits FROM pg_stat_database',
    );
    return rows[0]?.commits ?? 0;
  };
  try {
    const before = await commits();
    const used = meterCpu(system);
    await pause(seconds * 1000);
    const percent = systemMs(used()) / seconds / 10;
    return [
      {
        id: 'idle_transactions_per_s',
        name: 'transactions per second, idle',
        value: ((await commits()) - before) / seconds,
        unit: '/s',
        aim: { is: 'at most', value: IDLE_TRANSACTIONS },
      },
      {
        id: 'idle_cpu',
        name: 'CPU of a core, idle',
        value: percent,
        unit: '%',
        aim: { is: 'at most', value: IDLE_CPU },
      },
    ];
  } finally {
    await pool.end();
  }
}

interface Pace {
  readonly shop: Shop;
  readonly consumer: Consumer;
  readonly watch: Watch;
  readonly rate: number;
  readonly seconds: number;
}

interface Paced {
  readonly count: number;
  readonly cpu: CpuUse;
  readonly delays: readonly number[];
  readonly reached: number;
  readonly eventsPerRound: number;
}

/** Links are cancelled, each an event and a webhook. */
async function measureAt(stage: Stage, pace: Pace): Promise<Paced> {
  const { shop, consumer, watch, rate, seconds } = pace;
  const links = await shop.createLinks(rate * seconds);
  const count = links.length;
  const earlier = consumer.all().length;
  const written = await watch.begin();
  const used = meterCpu(stage.system);
  const begin = performance.now();
  await openLoop({ items: links, rate, work: (link) => shop.cancelLink(link) });
  const reached = (count * 1000) / (performance.now() - begin);
  await consumer.received(earlier + count);
  const cpu = used();
  const rounds = (await written()).filter(isRoundOfRelay);
  const delays = consumer
    .all()
    .slice(earlier)
    .map(({ delayMs }) => delayMs);
  return { count, cpu, delays, reached, eventsPerRound: rowsOf(rounds) / rounds.length };
}

function figuresAt(rate: number, { cpu, count, delays, reached, eventsPerRound }: Paced): Figure[] {
  const aims = AIMS[rate];
  const at = `at ${rate}/s`;
  return [
    { id: `reached_${rate}_per_s`, name: `events taken in ${at}`, value: reached, unit: '/s' },
    {
      id: `cpu_${rate}_ms`,
      name: `CPU per event ${at}`,
      value: systemMs(cpu) / count,
      unit: 'ms',
      ...(aims?.cpuMs !== undefined && { aim: { is: 'at most', value: aims.cpuMs } }),
    },
    {
      id: `webhook_${rate}_p50_ms`,
      name: `commit to webhook ${at}, p50`,
      value: percentile(delays, 0.5),
      unit: 'ms',
    },
    {
      id: `webhook_${rate}_p99_ms`,
      name: `commit to webhook ${at}, p99`,
      value: percentile(delays, 0.99),
      unit: 'ms',
      ...(aims && { aim: { is: 'at most', value: aims.p99Ms } }),
    },
    {
      id: `events_per_round_${rate}`,
      name: `events in a round of the relay ${at}`,
      value: eventsPerRound,
      unit: '',
    },
  ];
}
