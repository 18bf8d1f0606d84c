import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@towpath/kernel';
import type { Figure, PartResult } from '../figures.js';
import { makePlan } from '../floor/make-plan.js';
import {
  cardOperation,
  chargeOperation,
  createLinkOperation,
  type Operation,
} from '../floor/operations.js';
import { isRoundOfRelay, rowsOf } from '../floor/relay-rounds.js';
import { startFloor, type Floor } from '../floor/start-floor.js';
import { Watch } from '../floor/watch.js';
import type { WrittenTransaction } from '../floor/written-transactions.js';
import { closedLoop } from '../load/closed-loop.js';
import { HttpLoad } from '../load/http-load.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { cpuMs } from '../measure/proc.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const MOST_PER_ROUND = 500;
const PER_ROUND_AND_S = 50;
/** Warm is who needs the same CPU in two rounds, within so much. */
const STEADY = 0.05;
const MOST_WARM_UPS = 8;
/** System and floor by turns. */
const TURNS = 2;
const WATCHED = 10;

/** (x) What a link, a card payment and a charge cost, as multiples of the least they could cost. */
export async function multiplesOfFloor(stage: Stage): Promise<PartResult> {
  const watch = await Watch.open(stage.system);
  const idle = await idleServers(stage);
  try {
    const results: Measured[] = [];
    for (const open of [createLinkOperation, cardOperation, chargeOperation]) {
      const operation = await open(stage);
      try {
        results.push(await measure(stage, { operation, watch, idle }));
      } finally {
        await operation.close();
      }
    }
    return {
      part: 'x',
      title: 'Multiples of the floor',
      figures: results.flatMap(figuresOf),
      plots: results.map(({ operation, cpu, count }) =>
        cpuBars(`CPU of ${operation.name}, warm`, { cpu, count }),
      ),
    };
  } finally {
    await watch.close();
  }
}

interface Measured {
  readonly operation: Operation;
  readonly count: number;
  readonly cpu: CpuUse;
  readonly floorMs: number;
  /** Of the watched operations: writing transactions and requests, each. */
  readonly commits: number;
  readonly requests: number;
  readonly hotShare: number;
  readonly eventsPerRound: number;
}

interface Context {
  readonly operation: Operation;
  readonly watch: Watch;
  /** CPU ms of PostgreSQL and Kafka in a second without work. */
  readonly idle: number;
}

async function measure(stage: Stage, context: Context): Promise<Measured> {
  const { system, seconds, log } = stage;
  const { operation, watch } = context;
  const perRound = Math.min(MOST_PER_ROUND, PER_ROUND_AND_S * seconds);
  await warmUp(stage, { operation, perRound });
  const watched = await watchSome(context);
  const { kafkaBrokers, adminUrl } = system;
  const topic = `bench.floor.${operation.id}`;
  const plan = await makePlan({ ...watched, adminUrl, kafkaBrokers, topic });
  const floor = await startFloor(plan);
  const http = new HttpLoad(floor.origin);
  try {
    const rounds: { system: CpuUse; floorMs: number; written: readonly WrittenTransaction[] }[] =
      [];
    await roundOfFloor(stage, { ...context, floor, http, count: perRound * 2 });
    for (let turn = 0; turn < TURNS; turn += 1) {
      const written = await watch.begin();
      const used = await roundOfSystem(stage, { operation, count: perRound });
      const floorMs = await roundOfFloor(stage, { ...context, floor, http, count: perRound * 2 });
      rounds.push({ system: used, floorMs: floorMs / 2, written: await written() });
    }
    const count = perRound * TURNS;
    const cpu = sumOf(rounds.map((round) => round.system));
    const floorMs = rounds.reduce((sum, round) => sum + round.floorMs, 0) / count;
    log(`(x) ${operation.name}: ${(apartFromSandbox(cpu) / count / floorMs).toFixed(1)} floors`);
    const own = watched.operations.flat().length / WATCHED;
    const requests = watched.calls + watched.outsideCalls + 2;
    const written = rounds.flatMap((round) => round.written);
    return { operation, count, cpu, floorMs, commits: own, requests, ...shares(written) };
  } finally {
    await http.close();
    await floor.stop();
  }
}

async function warmUp(
  stage: Stage,
  { operation, perRound }: { readonly operation: Operation; readonly perRound: number },
): Promise<void> {
  let last = Infinity;
  for (let rounds = 0; rounds < MOST_WARM_UPS; rounds += 1) {
    const ms = apartFromSandbox(await roundOfSystem(stage, { operation, count: perRound }));
    if (Math.abs(last - ms) <= ms * STEADY) return;
    last = ms;
  }
}

async function roundOfSystem(
  { system }: Stage,
  { operation, count }: { readonly operation: Operation; readonly count: number },
): Promise<CpuUse> {
  const work = await operation.prepare(count);
  await operation.settled();
  const used = meterCpu(system);
  await closedLoop(work, operation.atOnce, (each) => each());
  await operation.settled();
  return used();
}

/** CPU ms of the floor's programs and of what they used of PostgreSQL and Kafka. */
async function roundOfFloor(
  { system }: Stage,
  round: Context & { readonly floor: Floor; readonly http: HttpLoad; readonly count: number },
): Promise<number> {
  const { floor, http, operation, count, idle } = round;
  const body = { amount: 12_500, currency: 'HKD', reference: 'an order of the floor' };
  const servers = [system.postgres?.pid, system.kafka?.pid].filter((pid) => pid !== undefined);
  const read = (): number => [...floor.pids, ...servers].reduce((sum, pid) => sum + cpuMs(pid), 0);
  const before = read();
  const begin = performance.now();
  await closedLoop(Array.from({ length: count }), operation.atOnce, () =>
    http.send({ method: 'POST', path: '/operation', body }),
  );
  await pause(SETTLE_MS);
  return read() - before - (idle * (performance.now() - begin)) / 1000;
}

const SETTLE_MS = 1_000;

/** The least that each operation writes and asks: one after the other, so that nothing is shared. */
async function watchSome({ operation, watch }: Context) {
  const newSince = newId(new Date()).slice(0, 10);
  const operations: WrittenTransaction[][] = [];
  const work = await operation.prepare(WATCHED);
  await operation.settled();
  const before = await watch.requests();
  for (const each of work) {
    const written = await watch.begin();
    await each();
    await operation.settled();
    operations.push((await written()).filter((transaction) => !isRoundOfRelay(transaction)));
  }
  const after = await watch.requests();
  const served = Math.round((after.served - before.served) / WATCHED);
  const outsideCalls = Math.round((after.outside - before.outside) / WATCHED);
  return { operations, newSince, calls: Math.max(0, served - 2), outsideCalls };
}

function shares(
  written: readonly WrittenTransaction[],
): Pick<Measured, 'hotShare' | 'eventsPerRound'> {
  const rounds = written.filter(isRoundOfRelay);
  const others = written.filter((transaction) => !isRoundOfRelay(transaction));
  const hot = rowsOf(others, 'hot update');
  return {
    hotShare: hot / Math.max(1, hot + rowsOf(others, 'update')),
    eventsPerRound: rowsOf(rounds) / Math.max(1, rounds.length),
  };
}

const apartFromSandbox = (use: CpuUse): number => systemMs(use) - (use['sandbox'] ?? 0);

function sumOf(all: readonly CpuUse[]): CpuUse {
  const sum: Record<string, number> = {};
  for (const use of all) {
    for (const [name, ms] of Object.entries(use)) sum[name] = (sum[name] ?? 0) + ms;
  }
  return sum;
}

/** CPU ms of PostgreSQL and Kafka in a second in which nobody asks for anything. */
async function idleServers({ system, seconds }: Stage): Promise<number> {
  const used = meterCpu(system);
  await pause(seconds * 1000);
  const { PostgreSQL = 0, Kafka = 0 } = used();
  return (PostgreSQL + Kafka) / seconds;
}

function figuresOf(measured: Measured): Figure[] {
  const { operation, cpu, count, floorMs, commits, requests, hotShare, eventsPerRound } = measured;
  const { id, name, aim } = operation;
  const ms = apartFromSandbox(cpu) / count;
  return [
    { id: `${id}_cpu_ms`, name: `CPU of ${name}, sandbox apart`, value: ms, unit: 'ms' },
    { id: `${id}_floor_ms`, name: `floor of ${name}`, value: floorMs, unit: 'ms' },
    {
      id: `${id}_floors`,
      name: `floors of ${name}`,
      value: ms / floorMs,
      unit: '×',
      aim: { is: 'at most', value: aim },
    },
    { id: `${id}_commits`, name: `commits with rows of ${name}`, value: commits, unit: '' },
    { id: `${id}_requests`, name: `requests of ${name}`, value: requests, unit: '' },
    { id: `${id}_hot`, name: `HOT among the updates of ${name}`, value: hotShare * 100, unit: '%' },
    {
      id: `${id}_events_per_round`,
      name: `events in a round of the relay, ${name}`,
      value: eventsPerRound,
      unit: '',
    },
  ];
}
