import autocannon, { type Request } from 'autocannon';
import { paymentOrder } from '@towpath/testing';
import type { Figure, PartResult } from '../figures.js';
import { startEcho } from '../load/echo-process.js';
import { openLoop } from '../load/open-loop.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import { cpuMs } from '../measure/proc.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const CONNECTIONS = 32;
const LONGEST_WARM_UP_S = 3;
const MOST_ROUNDS = 5;
/** Of the most: where a system is run, and where waiting tells about it and not about the queue. */
const LATENCY_AT = 0.5;

interface Throughput {
  readonly count: number;
  readonly perSecond: number;
}

/** (a) How many links per second callers can create, and what one costs. */
export async function createLinks(stage: Stage): Promise<PartResult> {
  const { seconds, system, log } = stage;
  const shop = await Shop.open(stage, 'Bench a');
  const echo = await measureEcho(seconds);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${shop.token}`,
  };
  const url = `${system.baseUrl}/payment_links`;
  await throughput(url, { headers, seconds: Math.min(seconds, LONGEST_WARM_UP_S) });
  const used = meterCpu(system);
  const links = await throughput(url, { headers, seconds });
  const cpu = used();
  const rate = Math.max(1, Math.floor(links.perSecond * LATENCY_AT));
  log(`(a) ${links.perSecond.toFixed(0)} links/s; latencies at ${rate}/s`);
  const times = await openLoop({
    items: Array.from({ length: rate * seconds }),
    rate,
    work: () => shop.createLink(),
  });
  return {
    part: 'a',
    title: 'Create a payment link',
    figures: figuresOf({ links, echo, cpu, times, rate }),
    plots: [
      {
        kind: 'curves',
        title: `Latency at ${rate} links/s`,
        unit: 'ms',
        curves: [{ label: 'create', samples: times }],
      },
      cpuBars('CPU per link', { cpu, count: links.count }),
    ],
  };
}

interface Measured {
  readonly links: Throughput;
  readonly echo: Throughput & { readonly cpuMsEach: number };
  readonly cpu: CpuUse;
  readonly times: readonly number[];
  readonly rate: number;
}

function figuresOf({ links, echo, cpu, times, rate }: Measured): Figure[] {
  const cpuMsEach = systemMs(cpu) / links.count;
  return [
    {
      id: 'links_per_s',
      name: 'links created per second',
      value: links.perSecond,
      unit: '/s',
      aim: { is: 'at least', value: 2000 },
    },
    { id: 'latency_rate', name: 'links per second for latencies', value: rate, unit: '/s' },
    { id: 'p50_ms', name: 'create, p50', value: percentile(times, 0.5), unit: 'ms' },
    { id: 'p99_ms', name: 'create, p99', value: percentile(times, 0.99), unit: 'ms' },
    { id: 'cpu_ms', name: 'CPU per link, whole system', value: cpuMsEach, unit: 'ms' },
    { id: 'echo_per_s', name: 'bare Fastify echo', value: echo.perSecond, unit: '/s' },
    { id: 'echo_cpu_ms', name: 'CPU per echo', value: echo.cpuMsEach, unit: 'ms' },
    {
      id: 'echo_cpu_ratio',
      name: 'CPU of a link in echoes',
      value: cpuMsEach / echo.cpuMsEach,
      unit: '×',
    },
  ];
}

async function measureEcho(seconds: number): Promise<Measured['echo']> {
  const echo = await startEcho();
  try {
    const headers = { 'content-type': 'application/json' };
    await throughput(echo.url, { headers, seconds: Math.min(seconds, LONGEST_WARM_UP_S) });
    const before = cpuMs(echo.pid);
    const result = await throughput(echo.url, { headers, seconds });
    return { ...result, cpuMsEach: (cpuMs(echo.pid) - before) / result.count };
  } finally {
    await echo.stop();
  }
}

interface Round {
  readonly headers: NonNullable<Request['headers']>;
  readonly seconds: number;
}

/** As many as go through, all different; once more when none did, as in a second of a cold system. */
async function throughput(url: string, round: Round): Promise<Throughput> {
  for (let rounds = 1; ; rounds += 1) {
    const { pathname } = new URL(url);
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: round.seconds,
      requests: [{ method: 'POST', path: pathname, headers: round.headers, setupRequest }],
    });
    const failed = result.non2xx + result.errors;
    if (failed > 0) throw new Error(`${failed} of the requests to ${pathname} failed`);
    const count = result['2xx'];
    if (count > 0) return { count, perSecond: count / result.duration };
    if (rounds === MOST_ROUNDS) throw new Error(`${pathname} answers nothing in time`);
  }
}

function setupRequest(request: Request): Request {
  return { ...request, body: JSON.stringify(paymentOrder()) };
}
