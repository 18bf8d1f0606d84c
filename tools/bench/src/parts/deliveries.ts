import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, PartResult, Plot } from '../figures.js';
import { closedLoop } from '../load/closed-loop.js';
import { Consumer } from '../load/consumer.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const ENDPOINTS = [1, 10, 100] as const;
/** Enough to last; fewer on a machine that cannot make so many in time. */
const DELIVERIES_PER_S = 500;
const AT_ONCE = 64;
const SETTLE_MS = 500;

interface Drained {
  readonly endpoints: number;
  readonly perSecond: number;
  readonly count: number;
  readonly cpu: CpuUse;
}

/** (d) How fast a backlog of webhooks reaches its endpoints, and what a delivery costs. */
export async function deliveries(stage: Stage): Promise<PartResult> {
  const figures: Figure[] = [];
  const plots: Plot[] = [];
  for (const endpoints of ENDPOINTS) {
    const drained = await drain(stage, endpoints);
    figures.push(...figuresOf(drained));
    plots.push(cpuBars(`CPU per delivery, ${endpoints} endpoints`, drained));
  }
  return { part: 'd', title: 'Webhook deliveries', figures, plots };
}

async function drain(stage: Stage, endpoints: number): Promise<Drained> {
  const { system, seconds } = stage;
  const consumer = await Consumer.start();
  try {
    const shop = await Shop.open(stage, `Bench d ${endpoints}`);
    const numbers = Array.from({ length: endpoints }, (_, number) => number);
    await closedLoop(numbers, 4, (number) => shop.subscribe(consumer.url(`/${number}`)));
    const links = await shop.createLinks(Math.ceil((DELIVERIES_PER_S * seconds) / endpoints));
    await whilePaused(system.service('webhook-dispatch').pid, () =>
      closedLoop(links, AT_ONCE, (link) => shop.cancelLink(link)),
    );
    const used = meterCpu(system);
    const count = links.length * endpoints;
    await consumer.received(count);
    // The outcomes of the last ones are still being written.
    await pause(SETTLE_MS);
    const cpu = used();
    const receipts = consumer.all();
    const elapsedMs = Math.max(1, (receipts.at(-1)?.at ?? 0) - (receipts[0]?.at ?? 0));
    return { endpoints, perSecond: (count * 1000) / elapsedMs, count, cpu };
  } finally {
    await consumer.stop();
  }
}

/** A process that stands still keeps its compiled code, which a restarted one has lost. */
async function whilePaused(pid: number | undefined, work: () => Promise<unknown>): Promise<void> {
  if (pid === undefined) throw new Error('there is no process to pause');
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function figuresOf({ endpoints, perSecond, count, cpu }: Drained): Figure[] {
  const to = endpoints === 1 ? 'to 1 endpoint' : `to ${endpoints} endpoints`;
  return [
    { id: `deliveries_${endpoints}`, name: `backlog ${to}`, value: count, unit: '' },
    {
      id: `per_s_${endpoints}`,
      name: `deliveries per second ${to}`,
      value: perSecond,
      unit: '/s',
      aim: { is: 'at least', value: 1800 },
    },
    {
      id: `cpu_ms_${endpoints}`,
      name: `CPU per delivery ${to}, webhook-dispatch`,
      value: (cpu['webhook-dispatch'] ?? 0) / count,
      unit: 'ms',
      aim: { is: 'at most', value: 0.8 },
    },
    {
      id: `system_cpu_ms_${endpoints}`,
      name: `CPU per delivery ${to}, whole system`,
      value: systemMs(cpu) / count,
      unit: 'ms',
    },
  ];
}
