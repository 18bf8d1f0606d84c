import { createPool } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import type { Figure, PartResult } from '../figures.js';
import { prepare } from '../load/closed-loop.js';
import { openLoop } from '../load/open-loop.js';
import { paidByCard } from '../load/paid.js';
import { Processor, type Told } from '../load/processor.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const FLOOD_PER_S = 1_000;
const PAYMENTS = 20;
const DISPUTES_OF_EACH = 5;
const OTHERS_PER_S = 20;
const WARM_UP = 1_000;
const WARM_UP_PER_S = 200;
const OK = 200;
const SETTLED_WITHIN_MS = 600_000;

/**
 * (n) A processor sends 1,000 notifications per second, whatever is answered. What is acknowledged
 * must be stored; other callers must be answered meanwhile.
 */
export async function floodNotifications(stage: Stage): Promise<PartResult> {
  const { seconds } = stage;
  const shop = await Shop.open(stage, 'Bench n');
  const other = await Shop.open(stage, 'Bench n, others');
  const app = shop.merchant.customerAppId;
  const payments = await prepare({
    most: PAYMENTS,
    seconds: seconds * 3,
    work: () => paidByCard(stage, shop),
  });
  const notices = Array.from({ length: WARM_UP + FLOOD_PER_S * seconds }, (_, index) => ({
    customerAppId: app,
    paymentId: payments[index % payments.length] as string,
    reference: `dp-${app}-${index % (payments.length * DISPUTES_OF_EACH)}`,
    position: 1 + Math.floor(index / (payments.length * DISPUTES_OF_EACH)),
    amount: 100,
  }));
  const flood = await measure(stage, { other, notices });
  const taken = flood.told.filter(({ status }) => status === OK);
  stage.log(`(n) ${taken.length} of ${flood.told.length} notifications are acknowledged`);
  const begin = performance.now();
  await assertStored(stage, { app, taken });
  const settledMs = performance.now() - begin;
  const { cpu, told } = flood;
  return {
    part: 'n',
    title: 'Flood of notifications',
    figures: figuresOf({ ...flood, taken: taken.length, settledMs }),
    plots: [cpuBars('CPU per notification sent', { cpu, count: told.length })],
  };
}

type Notice = Parameters<Processor['tell']>[0];

interface Flood {
  readonly told: readonly Told[];
  readonly durationMs: number;
  /** From the plan to the answer, in ms. */
  readonly times: readonly number[];
  /** Those of other callers, before it and meanwhile. */
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly cpu: CpuUse;
}

async function measure(
  stage: Stage,
  { other, notices }: { readonly other: Shop; readonly notices: Notice[] },
): Promise<Flood> {
  const processor = new Processor(stage);
  const told: Told[] = [];
  const work = async (notice: Notice) => told.push(await processor.tell(notice));
  try {
    // A process that has just started compiles its code: that is measured by part (k).
    await openLoop({ items: notices.splice(0, WARM_UP), rate: WARM_UP_PER_S, work });
    told.length = 0;
    const alone = await others(stage, other);
    const used = meterCpu(stage.system);
    const begin = performance.now();
    const [beside, times] = await Promise.all([
      others(stage, other),
      openLoop({ items: notices, rate: FLOOD_PER_S, work }),
    ]);
    return { told, durationMs: performance.now() - begin, times, alone, beside, cpu: used() };
  } finally {
    await processor.close();
  }
}

function figuresOf(
  flood: Flood & { readonly taken: number; readonly settledMs: number },
): readonly Figure[] {
  const { told, taken, durationMs, times, alone, beside } = flood;
  const perSecond = (count: number) => (count * 1000) / durationMs;
  const inMs = (figure: Omit<Figure, 'unit'>): Figure => ({ ...figure, unit: 'ms' });
  return [
    {
      id: 'acknowledged_per_s',
      name: `notifications acknowledged per second, of ${FLOOD_PER_S}`,
      value: perSecond(taken),
      unit: '/s',
    },
    {
      id: 'refused_per_s',
      name: 'told to come again, per second',
      value: perSecond(told.length - taken),
      unit: '/s',
    },
    inMs({ id: 'p50_ms', name: 'answer, p50', value: percentile(times, 0.5) }),
    inMs({ id: 'p99_ms', name: 'answer, p99', value: percentile(times, 0.99) }),
    inMs({
      id: 'others_alone_p99_ms',
      name: 'other callers before it, p99',
      value: percentile(alone, 0.99),
    }),
    inMs({
      id: 'others_beside_p99_ms',
      name: 'other callers beside it, p99',
      value: percentile(beside, 0.99),
    }),
    {
      id: 'settled_s',
      name: 'after it, until all took effect',
      value: flood.settledMs / 1000,
      unit: 's',
    },
    inMs({
      id: 'cpu_ms',
      name: 'CPU per notification sent',
      value: systemMs(flood.cpu) / told.length,
    }),
  ];
}

/** Lists of disputes and new links, at equal distances; throws for any answer but 200. */
function others({ http, seconds }: Stage, shop: Shop): Promise<number[]> {
  return openLoop({
    items: Array.from({ length: OTHERS_PER_S * seconds }, (_, index) => index),
    rate: OTHERS_PER_S,
    work: (index) =>
      index % 2
        ? http.send({ method: 'GET', path: '/disputes', token: shop.token })
        : shop.createLink(),
  });
}

/** Each that was acknowledged is stored, and takes effect. */
async function assertStored(
  { system }: Stage,
  { app, taken }: { readonly app: string; readonly taken: readonly Told[] },
): Promise<void> {
  const url = new URL(system.adminUrl);
  url.pathname = '/dispute';
  const pool = createPool({ url: url.href, name: 'bench', limits: { size: 1 } });
  try {
    const { rows } = await pool.query<{ event_id: string }>(
      'SELECT event_id FROM processor_notifications WHERE customer_app_id = $1',
      [app],
    );
    const stored = new Set(rows.map(({ event_id: id }) => id));
    const lost = taken.filter(({ eventId }) => !stored.has(eventId));
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged notifications are lost`);
    let waiting = 0;
    await eventually(
      async () => {
        const found = await pool.query<{ count: number }>(
          `SELECT count(*) FROM processor_notifications
           WHERE customer_app_id = $1 AND settled_at IS NULL`,
          [app],
        );
        waiting = found.rows[0]?.count ?? 0;
        return waiting === 0;
      },
      { deadlineMs: SETTLED_WITHIN_MS, describe: () => `${waiting} notifications wait` },
    );
  } finally {
    await pool.end();
  }
}
