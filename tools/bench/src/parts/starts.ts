import type { Figure, PartResult } from '../figures.js';
import { startFloor } from '../floor/start-floor.js';
import { systemMs } from '../measure/cpu-meter.js';
import { memoryMib } from '../measure/proc.js';
import { memoryOf, type Rest } from '../measure/rest.js';
import type { Stage } from '../run/stage.js';

export interface StartTimes {
  readonly coldMs: number;
  readonly warmMs: number;
}

const WARM_AIM_S = 20;
const REST_AIM_MS = 20;
const MEMORY_AIM_MIB = 1536;

/** How long the system takes to start, and what it uses at rest and after the other parts. */
export async function starts(stage: Stage, { coldMs, warmMs }: StartTimes): Promise<PartResult> {
  const { system, rest } = stage;
  const bare = await bareProgram(system.kafkaBrokers);
  const { PostgreSQL = 0, Kafka = 0 } = rest.memory;
  const services = totalOf(rest.memory) - PostgreSQL - Kafka;
  return {
    part: 'start',
    title: 'Start and rest',
    figures: [
      seconds(['cold_s', 'cold start: new databases and topics'], coldMs),
      { ...seconds(['warm_s', 'warm start'], warmMs), aim: WARM_AIM_S },
      seconds(['bare_s', 'start of the bare program'], bare.startMs),
      times(['start_floors', 'warm start by that'], warmMs / bare.startMs),
      {
        ...ms(['rest_cpu_ms', 'CPU at rest in a second, sandbox apart'], systemMs(rest.cpu)),
        aim: REST_AIM_MS,
      },
      memory(['rest_mib', 'memory at rest'], totalOf(rest.memory)),
      memory(['bare_mib', 'memory of the bare program'], bare.mib),
      times(['memory_floors', 'memory of the services by that'], services / bare.mib),
      {
        ...memory(['memory_mib', 'memory after the other parts'], totalOf(memoryOf(system))),
        aim: MEMORY_AIM_MIB,
      },
      ...Object.entries(rest.memory).map(([name, value]) =>
        memory([`rest_mib_${name}`, `memory of ${name} at rest`], value),
      ),
    ],
  };
}

/** The programs of the floor, which have nothing to do. */
async function bareProgram(
  kafkaBrokers: string,
): Promise<{ readonly startMs: number; readonly mib: number }> {
  const nothing = { operations: [], databases: {}, outboxes: [], rows: {}, newSince: '' };
  const topic = 'bench.floor.start';
  const begin = performance.now();
  const floor = await startFloor({ ...nothing, calls: 0, outsideCalls: 0, kafkaBrokers, topic });
  const startMs = performance.now() - begin;
  const mib = floor.pids.reduce((all, pid) => all + memoryMib(pid), 0);
  await floor.stop();
  return { startMs, mib };
}

function totalOf(memory: Rest['memory']): number {
  return Object.values(memory).reduce((all, each) => all + each, 0);
}

const figure =
  (unit: string, scale = 1) =>
  ([id, name]: readonly [string, string], value: number): Figure => ({
    id,
    name,
    value: value / scale,
    unit,
  });
const seconds = figure('s', 1000);
const ms = figure('ms');
const memory = figure('MiB');
const times = figure('×');
