import type { Figure, OperationName, PartResult } from '../figures.js';
import { makePlan, type PlanRequest } from '../floor/make-plan.js';
import { startFloor, type Floor } from '../floor/start-floor.js';
import { closedLoop } from '../load/closed-loop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import { cpuMs } from '../measure/proc.js';
import { chargeMandate } from '../operations/charge-mandate.js';
import { createLink } from '../operations/create-link.js';
import { deliverWebhook } from '../operations/deliver-webhook.js';
import type { Operation } from '../operations/operation.js';
import { payByCard } from '../operations/pay-by-card.js';
import { refreshLogin } from '../operations/refresh-login.js';
import type { Stage } from '../run/stage.js';
import { newId } from '@towpath/kernel';
import { isRoundOfRelay, type WrittenTransaction } from '../floor/written-transactions.js';

/** Of a run of ten seconds and more; one for each second. */
const MAX_WATCHED = 10;

/** The programs of the floor that stand for the gateway and for the service behind it. */
const FIRST_TWO = 2;

type Watched = Pick<PlanRequest, 'operations' | 'newSince' | 'calls' | 'outsideCalls'>;

/** A system that needs the same CPU in two rounds, within so much, has compiled its code. */
const STEADY = 0.05;
const MAX_WARM_UPS = 8;
/** System and floor by turns. */
const MAX_TURNS = 2;
/** Rows that the floor updates: so many that concurrent callers seldom meet. */
const MAX_STOCK = 1_000;
const STOCK_PER_S = 100;
/** An operation of the floor is so cheap that it needs more of them. */
const FLOOR_TIMES = 2;

const OPEN: Readonly<Record<OperationName, (stage: Stage) => Promise<Operation>>> = {
  create: createLink,
  card: payByCard,
  charge: chargeMandate,
  webhook: deliverWebhook,
  refresh: refreshLogin,
};

/** What an operation costs, also as a multiple of the least that it could cost. */
export async function multiplesOfFloor(stage: Stage, name: OperationName): Promise<PartResult> {
  const operation = await OPEN[name](stage);
  try {
    const measured = await measure(stage, { name, operation });
    return { part: name, title: operation.name, figures: figuresOf(name, measured) };
  } finally {
    await operation.close?.();
  }
}

interface Measured {
  readonly operation: Operation;
  readonly rounds: readonly Round[];
  /** CPU ms of one operation of the floor. */
  readonly floorMs: number;
  /** Of a watched operation: transactions that wrote, and requests. */
  readonly commits: number;
  readonly requests: number;
}

interface Round {
  /** From the first request to the last answer. */
  readonly elapsedMs: number;
  /** Of each operation. */
  readonly times: readonly number[];
  /** Until nothing is written any more. */
  readonly cpu: CpuUse;
}

async function measure(
  stage: Stage,
  { name, operation }: { readonly name: OperationName; readonly operation: Operation },
): Promise<Measured> {
  const count = operation.perSecond * stage.seconds;
  await warmUp(stage, { operation, count });
  const watched = await watchSome(stage, operation);
  const { kafkaBrokers, adminUrl } = stage.system;
  const topic = `bench.floor.${name}`;
  const stock = Math.min(MAX_STOCK, STOCK_PER_S * stage.seconds);
  const floor = await startFloor(
    await makePlan({ ...watched, stock, adminUrl, kafkaBrokers, topic }),
  );
  try {
    const ofFloor = { operation, floor, count: count * FLOOR_TIMES };
    // A run of a second has no time to warm up, neither of the two.
    if (stage.seconds > 1) await roundOfFloor(stage, ofFloor);
    const turns = Math.min(MAX_TURNS, stage.seconds);
    const rounds: Round[] = [];
    let floorMs = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      rounds.push(await roundOfSystem(stage, { operation, count }));
      floorMs += (await roundOfFloor(stage, ofFloor)) / ofFloor.count / turns;
    }
    const commits = watched.operations.flat().length / watched.operations.length;
    const requests = watched.calls + watched.outsideCalls + 2;
    return { operation, rounds, floorMs, commits, requests };
  } finally {
    await floor.stop();
  }
}

interface Load {
  readonly operation: Operation;
  readonly count: number;
}

async function warmUp(stage: Stage, load: Load): Promise<void> {
  const most = Math.min(MAX_WARM_UPS, stage.seconds - 1);
  let last = Infinity;
  for (let rounds = 0; rounds < most; rounds += 1) {
    const ms = systemMs((await roundOfSystem(stage, load)).cpu);
    if (Math.abs(last - ms) <= ms * STEADY) return;
    last = ms;
  }
}

async function roundOfSystem({ system, watch }: Stage, load: Load): Promise<Round> {
  const { operation, count } = load;
  const work = await operation.prepare(count);
  await watch.quiet();
  const used = meterCpu(system);
  const begin = performance.now();
  const times = await closedLoop(work, operation.atOnce, async (each) => {
    const start = performance.now();
    await each();
    return performance.now() - start;
  });
  const elapsedMs = performance.now() - begin;
  await operation.done?.();
  await watch.quiet();
  return { elapsedMs, times, cpu: used() };
}

/** CPU ms of the floor's programs and of what they used of PostgreSQL and Kafka. */
async function roundOfFloor(
  { system, watch, rest }: Stage,
  { operation, count, floor }: Load & { readonly floor: Floor },
): Promise<number> {
  const servers = [system.postgres?.pid, system.kafka?.pid].filter((pid) => pid !== undefined);
  const read = (): number => [...floor.pids, ...servers].reduce((sum, pid) => sum + cpuMs(pid), 0);
  const before = read();
  const begin = performance.now();
  await closedLoop(Array.from({ length: count }), operation.atOnce, () => floor.operate());
  await watch.quiet();
  const { PostgreSQL = 0, Kafka = 0 } = rest.cpu;
  return read() - before - ((PostgreSQL + Kafka) * (performance.now() - begin)) / 1000;
}

function figuresOf(part: OperationName, measured: Measured): Figure[] {
  const { operation, rounds, floorMs, commits, requests } = measured;
  const times = rounds.flatMap((round) => round.times);
  const elapsedMs = sum(rounds.map((round) => round.elapsedMs));
  const ms = sum(rounds.map(({ cpu }) => systemMs(cpu))) / times.length;
  const figure = (id: string, [name, value, unit]: readonly [string, number, string]): Figure => ({
    id: `${part}_${id}`,
    name,
    value,
    unit,
  });
  return [
    figure('per_s', [
      `with ${operation.atOnce} at a time`,
      (times.length * 1000) / elapsedMs,
      '/s',
    ]),
    figure('p50_ms', ['p50 of them', percentile(times, 0.5), 'ms']),
    figure('p99_ms', ['p99 of them', percentile(times, 0.99), 'ms']),
    figure('cpu_ms', ['CPU of each, sandbox apart', ms, 'ms']),
    figure('floor_ms', ['CPU of the bare program', floorMs, 'ms']),
    {
      ...figure('floors', ['multiple of the bare program', ms / floorMs, '×']),
      ...(operation.aim !== undefined && { aim: operation.aim }),
    },
    figure('commits', ['transactions that write', commits, '']),
    figure('requests', ['requests', requests, '']),
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** What an operation writes and asks, one after the other, so that nothing is shared. */
async function watchSome({ watch, seconds }: Stage, operation: Operation): Promise<Watched> {
  const newSince = newId(new Date()).slice(0, 10);
  const operations: WrittenTransaction[][] = [];
  const count = Math.min(MAX_WATCHED, seconds);
  const work = await operation.prepare(count);
  await watch.quiet();
  const before = await watch.requests();
  for (const each of work) {
    const written = await watch.begin();
    await each();
    await operation.done?.();
    await watch.quiet();
    operations.push((await written()).filter((transaction) => !isRoundOfRelay(transaction)));
  }
  const after = await watch.requests();
  const served = Math.round((after.served - before.served) / count);
  const outsideCalls = Math.round((after.outside - before.outside) / count);
  return { operations, newSince, calls: Math.max(0, served - FIRST_TWO), outsideCalls };
}
