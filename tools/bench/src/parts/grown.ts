import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, PartResult } from '../figures.js';
import { openSubjects, type Subject } from '../load/grown-subjects.js';
import { closedLoop } from '../load/closed-loop.js';
import { History } from '../load/history.js';
import { Logins, withAdmin } from '../load/logins.js';
import { paidByCard } from '../load/paid.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';
import { addTransactionsOfOthers } from './list-transactions.js';

const APPS = 10;
const DAYS = 3 * 365;
/** An app that has begun: enough for full pages. */
const FEW = 1_000;
const ROUNDS_PER_S = 5;
/** As many rounds for the CPU of a request: `/proc` counts in steps of 10 ms. */
const BUSY = 4;
const AT_ONCE = 16;
const RATIO_AIM = 1.5;

/** Of one subject, ms each. */
interface Cost {
  readonly times: readonly number[];
  /** Of the statement's connection, or of the whole system for a request. */
  readonly cpuMs: number;
}

interface Costs {
  readonly of: ReadonlyMap<string, Cost>;
  /** CPU ms of the system in a second without a request. */
  readonly idleMs: number;
}

/** (grown) What reads and writes cost with years of rows, by what they cost with hardly any. */
export async function grown(stage: Stage): Promise<PartResult> {
  const { rows, transactions } = stage.filling;
  const shops: Shop[] = [];
  const patterns: { app: string; paymentId: string }[] = [];
  for (let number = 1; number <= APPS; number += 1) {
    const shop = await Shop.open(stage, `Bench grown ${number}`);
    shops.push(shop);
    const paymentId = await paidByCard(stage, shop);
    patterns.push({ app: shop.merchant.customerAppId, paymentId });
  }
  const [shop, [pattern]] = [shops[0], patterns];
  if (!shop || !pattern) throw new Error('there is no app');
  const app = shop.merchant.customerAppId;
  const logins = await Logins.of(stage, shop);
  const login = await logins.link('usergood', ['ACCOUNTS', 'TRANSACTIONS']);
  await logins.complete(1);
  await pause(SETTLE_MS);
  const history = await History.of(stage, patterns);
  const subjects = await openSubjects(stage, {
    shop,
    paymentId: pattern.paymentId,
    logins,
    login,
  });
  try {
    await history.add({ rows: FEW * APPS, days: 1 });
    const small = await measure(stage, subjects.all);
    await fillUp(stage, { history, app });
    const large = await measure(stage, subjects.all);
    for (const subject of subjects.all) await sayPlan(stage, { subject, small, large });
    const size = await saySizes(stage, history);
    return {
      part: 'grown',
      title: 'Years of rows',
      figures: [
        { id: 'rows', name: 'payments', value: rows, unit: '' },
        { id: 'transactions', name: 'transactions', value: transactions, unit: '' },
        { id: 'size_gib', name: 'database of payment-link', value: size, unit: 'GiB' },
        ...subjects.all.flatMap((subject) => figuresOf(subject, { small, large })),
        { id: 'idle_small_ms', name: 'CPU in a second, few rows', value: small.idleMs, unit: 'ms' },
        { id: 'idle_large_ms', name: 'CPU in a second, years', value: large.idleMs, unit: 'ms' },
      ],
      plots: [
        {
          kind: 'bars',
          title: 'CPU with years of rows, by with few',
          unit: '×',
          bars: subjects.all.map(({ id }) => ({
            label: id,
            value: cpu(large, id) / cpu(small, id),
          })),
        },
      ],
    };
  } finally {
    await subjects.close();
  }
}

/** Returns that of the whole database, in GiB. */
async function saySizes({ log, filling }: Stage, history: History): Promise<number> {
  const size = await history.sizeGib();
  log(`(grown) ${size.toFixed(1)} GiB in the database of payment-link`);
  for (const { name, bytes } of await history.largest()) {
    const each = (bytes / filling.rows).toFixed(0).padStart(5);
    log(`(grown)   ${each} B per payment: ${name}`);
  }
  return size;
}

/** The events of the patterns are published, and what they set off is done. */
const SETTLE_MS = 1_000;

async function fillUp(
  stage: Stage,
  { history, app }: { readonly history: History; readonly app: string },
): Promise<void> {
  const { rows, transactions } = stage.filling;
  stage.log(`(grown) filling up: ${rows} payments of ${APPS} apps in ${DAYS} days`);
  await history.add({ rows, days: DAYS });
  stage.log(`(grown) filling up: ${transactions} transactions`);
  await withAdmin(stage, async (sql) => {
    await addTransactionsOfOthers(sql, { app, count: transactions });
    await sql('VACUUM ANALYZE');
  });
}

/** Each once without being timed, so that code is compiled and pages are in memory. */
async function measure(stage: Stage, subjects: readonly Subject[]): Promise<Costs> {
  const rounds = stage.seconds * ROUNDS_PER_S;
  for (const subject of subjects) await timesOf(subject, rounds);
  await pause(SETTLE_MS);
  const used = meterCpu(stage.system);
  await pause(stage.seconds * 1000);
  const idleMs = systemMs(used()) / stage.seconds;
  const of = new Map<string, Cost>();
  for (const subject of subjects) {
    const { times, usedMs } = await timesOf(subject, rounds);
    const cpuMs = subject.cpuMs
      ? usedMs / rounds
      : await cpuOfRequest(stage, { subject, rounds: rounds * BUSY, idleMs });
    of.set(subject.id, { times, cpuMs });
  }
  return { of, idleMs };
}

/** Many at a time, so that what the system does anyway is a small part. */
async function cpuOfRequest(
  { system }: Stage,
  busy: { readonly subject: Subject; readonly rounds: number; readonly idleMs: number },
): Promise<number> {
  const { subject, rounds, idleMs } = busy;
  const works = await closedLoop(Array.from({ length: rounds }), AT_ONCE, () => subject.next());
  await pause(SETTLE_MS);
  const used = meterCpu(system);
  const begin = performance.now();
  await closedLoop(works, AT_ONCE, (work) => work());
  await pause(SETTLE_MS);
  return (systemMs(used()) - (idleMs * (performance.now() - begin)) / 1000) / rounds;
}

/** What comes before a round is neither timed nor counted. */
async function timesOf(
  subject: Subject,
  rounds: number,
): Promise<{ readonly times: readonly number[]; readonly usedMs: number }> {
  const times: number[] = [];
  let usedMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const work = await subject.next();
    const before = subject.cpuMs?.() ?? 0;
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
    usedMs += (subject.cpuMs?.() ?? 0) - before;
  }
  return { times, usedMs };
}

interface Sizes {
  readonly small: Costs;
  readonly large: Costs;
}

const p50 = ({ of }: Costs, id: string): number => percentile(of.get(id)?.times ?? [], 0.5);
const cpu = ({ of }: Costs, id: string): number => of.get(id)?.cpuMs ?? 0;

async function sayPlan(
  { log }: Stage,
  { subject, small, large }: Sizes & { readonly subject: Subject },
): Promise<void> {
  const { id, name } = subject;
  const times = p50(large, id) / p50(small, id);
  const work = cpu(large, id) / cpu(small, id);
  if (Math.min(times, work) <= RATIO_AIM || !subject.plan) return;
  const lines = await subject.plan();
  log([`(grown) ${name}: ${times.toFixed(2)} times`, ...lines].join('\n    '));
}

function figuresOf({ id, name, stays }: Subject, { small, large }: Sizes): Figure[] {
  const aim = stays && { aim: { is: 'at most' as const, value: RATIO_AIM } };
  const ratio = (of: (costs: Costs, id: string) => number): number => of(large, id) / of(small, id);
  return [
    { id: `${id}_small_ms`, name: `${name}, few rows, p50`, value: p50(small, id), unit: 'ms' },
    { id: `${id}_large_ms`, name: `${name}, years, p50`, value: p50(large, id), unit: 'ms' },
    { id: `${id}_ratio`, name: `${name}, years by few`, value: ratio(p50), unit: '×', ...aim },
    { id: `${id}_cpu_small_ms`, name: `${name}, few, CPU`, value: cpu(small, id), unit: 'ms' },
    { id: `${id}_cpu_large_ms`, name: `${name}, years, CPU`, value: cpu(large, id), unit: 'ms' },
    { id: `${id}_cpu_ratio`, name: `${name}, CPU`, value: ratio(cpu), unit: '×', ...aim },
  ];
}
