import { cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { startSystem, type System } from '@towpath/local-system';
import { OPERATIONS, type BenchResult, type PartResult } from '../figures.js';
import { Watch } from '../floor/watch.js';
import { restOf } from '../measure/rest.js';
import type { BenchOptions } from '../options.js';
import { console as operators } from '../parts/console.js';
import { grown } from '../parts/grown.js';
import { multiplesOfFloor } from '../parts/multiples-of-floor.js';
import { starts, type StartTimes } from '../parts/starts.js';
import { stripe } from '../parts/stripe.js';
import type { Stage } from './stage.js';

export interface BenchRun extends Omit<BenchOptions, 'out'> {
  /** Folder of the system's data, new or empty. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

const GIB = 1024 ** 3;

/** Starts the system as npm start does and takes the measurements one after the other. */
export async function runBench(run: BenchRun): Promise<BenchResult> {
  const { seconds, log } = run;
  const begun = { started_at: startedAt(), seconds, machine: describeMachine() };
  const { system, times } = await started(run);
  try {
    const watch = await Watch.open(system);
    try {
      const rest = await restOf(system, seconds);
      return { ...begun, ...(await measured(run, { system, watch, rest, seconds, log }, times)) };
    } finally {
      await watch.close();
    }
  } finally {
    await system.stop();
  }
}

/** The results of other parts stay valid if one part fails. */
async function measured(
  { parts, grown: isGrown, console: isConsole, rows, transactions }: BenchRun,
  stage: Stage,
  times?: StartTimes,
): Promise<Pick<BenchResult, 'parts' | 'failed'>> {
  const results: PartResult[] = [];
  const failed: string[] = [];
  const tried = async (part: string, measure: () => Promise<PartResult>): Promise<void> => {
    stage.log(`measuring ${part}`);
    try {
      results.push(await measure());
    } catch (error) {
      failed.push(`${part} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const name of OPERATIONS) {
    if (parts.includes(name)) await tried(name, () => multiplesOfFloor(stage, name));
  }
  if (parts.includes('stripe')) await tried('stripe', () => stripe(stage));
  if (times) await tried('start', () => starts(stage, times));
  if (isGrown) await tried('grown', () => grown(stage, { rows, transactions }));
  if (isConsole) await tried('console', () => operators(stage, rows));
  return { parts: results, failed };
}

/** For `start`, the system starts on an empty folder, and again on the folder of that start. */
async function started(run: BenchRun): Promise<{ system: System; times?: StartTimes }> {
  const begin = performance.now();
  const cold = await start(run);
  const coldMs = performance.now() - begin;
  if (!run.parts.includes('start')) return { system: cold };
  await cold.stop();
  const again = performance.now();
  const system = await start(run);
  return { system, times: { coldMs, warmMs: performance.now() - again } };
}

function start({ dataDir, profile, log }: BenchRun): Promise<System> {
  return startSystem({
    dataDir,
    durable: true,
    usesDoubles: true,
    settings: {
      // One app and one machine act for many: their limits would be all that is measured.
      RATE_LIMIT_PER_SECOND: '1000000',
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...(profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(profile)}` }),
    },
    onUnexpectedEnd: (end) => log([end.message, ...end.lastLines].join('\n')),
  });
}

function startedAt(): string {
  return new Date(performance.timeOrigin).toISOString();
}

function describeMachine(): BenchResult['machine'] {
  const all = cpus();
  return {
    cpus: all.length,
    cpu_model: all[0]?.model ?? 'unknown',
    memory_gib: Math.round(totalmem() / GIB),
    node: process.version,
    load_average_before: loadavg()[0] ?? 0,
  };
}
