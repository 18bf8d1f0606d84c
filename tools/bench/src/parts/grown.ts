import { linkedLogin } from '@towpath/testing';
import type { Figure, PartResult } from '../figures.js';
import { addTransactions, History } from '../grown/history.js';
import { requestSubjects, statementSubjects, type Subject } from '../grown/subjects.js';
import { closedLoop } from '../load/closed-loop.js';
import { openShop, type Shop } from '../load/open-shop.js';
import { readyPayer } from '../load/ready-payer.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import type { BenchOptions } from '../options.js';
import type { Stage } from '../run/stage.js';

const APPS = 10;
const DAYS = 3 * 365;
/** An app that has begun: enough for full pages. */
const FEW = 1_000;
const ROUNDS_PER_S = 5;
/** As many rounds for the CPU of a request: `/proc` counts in steps of 10 ms. */
const BUSY = 4;
const AT_ONCE = 16;
const RATIO_AIM = 1.5;

/** Of each subject, ms. */
interface Cost {
  readonly p50: number;
  /** Of the statement's connection, or of the whole system for a request. */
  readonly cpu: number;
}

type Filling = Pick<BenchOptions, 'rows' | 'transactions'>;

/** What reads and writes cost with years of rows, by what they cost with hardly any. */
export async function grown(stage: Stage, filling: Filling): Promise<PartResult> {
  const { system, log } = stage;
  const shops: Shop[] = [];
  for (let number = 1; number <= APPS; number += 1) {
    const shop = await openShop(system, `Bench grown ${number}`);
    await (
      await readyPayer(shop.merchant)
    )();
    shops.push(shop);
  }
  const [shop] = shops as [Shop];
  const app = shop.merchant.customerAppId;
  const history = await History.of(
    system,
    shops.map(({ merchant }) => merchant.customerAppId),
  );
  const login = await linkedLogin(shop.merchant);
  const statements = await statementSubjects(system, shop);
  try {
    const requests = await requestSubjects({ shop, login, paymentId: await paymentOf(shop) });
    const subjects = [...requests, ...statements.subjects];
    await history.add({ rows: FEW * APPS, days: 1 });
    const few = await measure(stage, subjects);
    const { rows, transactions } = filling;
    log(`filling up: ${rows} payments of ${APPS} apps in ${DAYS} days`);
    await history.add({ rows, days: DAYS });
    log(`filling up: ${transactions} transactions`);
    await addTransactions(system, app, transactions);
    const years = await measure(stage, subjects);
    const size = await history.sizeGib();
    return {
      part: 'grown',
      title: 'years of rows',
      figures: [
        { id: 'rows', name: 'payments', value: rows, unit: '' },
        { id: 'transactions', name: 'transactions', value: transactions, unit: '' },
        { id: 'size_gib', name: 'database of payment-link', value: size, unit: 'GiB' },
        ...subjects.flatMap((subject) => figuresOf(subject, { few, years })),
      ],
    };
  } finally {
    await statements.close();
  }
}

async function paymentOf({ merchant }: Shop): Promise<string> {
  const { payments } = await merchant.listPayments({ query: { limit: 1 } });
  return payments[0]?.payment_id ?? '';
}

/** Each first without being timed, so that code is compiled and pages are in memory. */
async function measure(stage: Stage, subjects: readonly Subject[]): Promise<Map<string, Cost>> {
  const rounds = stage.seconds * ROUNDS_PER_S;
  for (const subject of subjects) await oneByOne(subject, rounds);
  const costs = new Map<string, Cost>();
  for (const subject of subjects) {
    const cost = await oneByOne(subject, rounds);
    const cpu = subject.cpuMs ? cost.cpu : await cpuOfRequest(stage, subject, rounds * BUSY);
    costs.set(subject.id, { ...cost, cpu });
  }
  return costs;
}

/** What comes before a round is neither timed nor counted. */
async function oneByOne(subject: Subject, rounds: number): Promise<Cost> {
  const times: number[] = [];
  let used = 0;
  for (let round = 0; round < rounds; round += 1) {
    const work = await subject.next();
    const before = subject.cpuMs?.() ?? 0;
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
    used += (subject.cpuMs?.() ?? 0) - before;
  }
  return { p50: percentile(times, 0.5), cpu: used / rounds };
}

/** Many at a time, so that what the system does anyway is a small part. */
async function cpuOfRequest(
  { system, watch, rest }: Stage,
  subject: Subject,
  count: number,
): Promise<number> {
  const works = await closedLoop(Array.from({ length: count }), AT_ONCE, () => subject.next());
  await watch.quiet();
  const used = meterCpu(system);
  const begin = performance.now();
  await closedLoop(works, AT_ONCE, (work) => work());
  await watch.quiet();
  const restMs = (systemMs(rest.cpu) * (performance.now() - begin)) / 1000;
  return (systemMs(used()) - restMs) / count;
}

interface Costs {
  readonly few: ReadonlyMap<string, Cost>;
  readonly years: ReadonlyMap<string, Cost>;
}

function figuresOf({ id, name, grows }: Subject, { few, years }: Costs): Figure[] {
  const words = { p50: 'p50', cpu: 'CPU' } as const;
  return (['p50', 'cpu'] as const).flatMap((what) => {
    const [before, after] = [few, years].map((costs) => costs.get(id)?.[what] ?? 0);
    const value = (after ?? 0) / (before ?? 0);
    const title = `${name}, ${words[what]}`;
    return [
      { id: `${id}_${what}_few`, name: `${title}, few rows`, value: before ?? 0, unit: 'ms' },
      { id: `${id}_${what}_years`, name: `${title}, years`, value: after ?? 0, unit: 'ms' },
      {
        id: `${id}_${what}_ratio`,
        name: `${title}, years by few`,
        value,
        unit: '×',
        ...(!grows && { aim: RATIO_AIM }),
      },
    ];
  });
}
