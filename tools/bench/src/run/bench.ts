import { cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { startSystem, type System } from '@towpath/local-system';
import type { BenchResult, PartName, PartResult } from '../figures.js';
import { HttpLoad } from '../load/http-load.js';
import { wallMs } from '../measure/wall-clock.js';
import { advanceClock } from '../parts/advance-clock.js';
import { chargeMandates } from '../parts/charge-mandates.js';
import { createLinks } from '../parts/create-links.js';
import { deliveries } from '../parts/deliveries.js';
import { drippingCallers } from '../parts/dripping-callers.js';
import { floodNotifications } from '../parts/flood-notifications.js';
import { ingestTransactions } from '../parts/ingest-transactions.js';
import { grown } from '../parts/grown.js';
import { latencies } from '../parts/latencies.js';
import { listDisputes } from '../parts/list-disputes.js';
import { linkLogins } from '../parts/link-logins.js';
import { listPayments } from '../parts/list-payments.js';
import { listMandates } from '../parts/list-mandates.js';
import { listTransactions } from '../parts/list-transactions.js';
import { multiplesOfFloor } from '../parts/multiples-of-floor.js';
import { noisyNeighbour } from '../parts/noisy-neighbour.js';
import { payouts } from '../parts/payouts.js';
import { payByCard } from '../parts/pay-by-card.js';
import { recoveries } from '../parts/recoveries.js';
import { refreshLogins } from '../parts/refresh-logins.js';
import { searchInstitutions } from '../parts/search-institutions.js';
import { searchManyInstitutions } from '../parts/search-many-institutions.js';
import { statement } from '../parts/statement.js';
import { steadyPace } from '../parts/steady-pace.js';
import { transfers } from '../parts/transfers.js';
import { replicas } from '../parts/replicas.js';
import { refusalsOfMissingKeys } from '../parts/missing-key.js';
import { memoryOf, starts, type StartTimes } from '../parts/starts.js';
import { DoubledServices } from './doubled-services.js';
import type { Stage } from './stage.js';

export interface BenchRun {
  readonly parts: readonly PartName[];
  readonly seconds: number;
  /** Payments, and transactions of linked accounts, that (grown) fills up with. */
  readonly rows: number;
  readonly transactions: number;
  /** Folder of the system's data, new or empty. */
  readonly dataDir: string;
  /** Where the services write CPU profiles when they end. */
  readonly profile?: string;
  readonly log: (line: string) => void;
}

/** Those that measure a system that runs already; (f) is taken around them. */
const MEASURES: Partial<Record<PartName, (stage: Stage) => Promise<PartResult>>> = {
  a: createLinks,
  b: payByCard,
  c: latencies,
  d: deliveries,
  e: noisyNeighbour,
  g: chargeMandates,
  h: listMandates,
  i: drippingCallers,
  j: advanceClock,
  k: recoveries,
  l: searchInstitutions,
  m: listDisputes,
  n: floodNotifications,
  o: linkLogins,
  p: ingestTransactions,
  q: listTransactions,
  r: searchManyInstitutions,
  s: refreshLogins,
  t: transfers,
  u: payouts,
  v: statement,
  w: listPayments,
  x: multiplesOfFloor,
  y: steadyPace,
  z: replicas,
  grown,
};
const GIB = 1024 ** 3;

/** Starts the system as npm start does and takes the measurements one after the other. */
export async function runBench(run: BenchRun): Promise<BenchResult> {
  const { parts, seconds, log } = run;
  const filling = { rows: run.rows, transactions: run.transactions };
  const startedAt = new Date(wallMs()).toISOString();
  const machine = describeMachine();
  const doubled = parts.includes('z') ? await DoubledServices.start() : undefined;
  const { system, times } = await started({ ...run, doubled });
  const http = new HttpLoad(system.baseUrl);
  try {
    const idle = memoryOf(system);
    const results: PartResult[] = [];
    const failed: string[] = [];
    /** The results of other parts stay valid if one part fails. */
    const tried = async <T>(part: PartName, measure: () => Promise<T>): Promise<T | undefined> => {
      log(`measuring (${part})`);
      return measure().catch((error: unknown) => {
        failed.push(`(${part}) failed: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      });
    };
    for (const part of parts) {
      const measure = MEASURES[part];
      const stage = { system, http, seconds, filling, log, ...(doubled && { doubled }) };
      const result = measure && (await tried(part, () => measure(stage)));
      if (result) results.push(result);
    }
    const worked = memoryOf(system);
    const refusals = times && (await tried('f', () => refusalsOfMissingKeys(system)));
    if (times && refusals) results.push(starts({ times, refusals, idle, worked }));
    const inOrder = results.toSorted((one, other) => one.part.localeCompare(other.part));
    return { started_at: startedAt, seconds, machine, parts: inOrder, failed };
  } finally {
    await http.close();
    await system.stop();
    await doubled?.close();
  }
}

interface Started extends BenchRun {
  readonly doubled: DoubledServices | undefined;
}

/** For (f), the system starts twice: on an empty folder, and on the folder of the first start. */
async function started(run: Started): Promise<{ system: System; times?: StartTimes }> {
  const begin = performance.now();
  const cold = await start(run);
  const coldMs = performance.now() - begin;
  if (!run.parts.includes('f')) return { system: cold };
  await cold.stop();
  const again = performance.now();
  const system = await start(run);
  return { system, times: { coldMs, warmMs: performance.now() - again } };
}

function start({ dataDir, profile, log, doubled }: Started): Promise<System> {
  return startSystem({
    dataDir,
    durable: true,
    ...doubled?.options,
    settings: {
      ...doubled?.options.settings,
      // One app and one machine act for many: their limits would be all that is measured.
      RATE_LIMIT_PER_SECOND: '1000000',
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...(profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(profile)}` }),
    },
    onUnexpectedEnd: (end) => log([end.message, ...end.lastLines].join('\n')),
  });
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
