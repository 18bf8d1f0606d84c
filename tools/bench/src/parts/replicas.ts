import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, PartResult } from '../figures.js';
import {
  cardLoads,
  chargeLoads,
  deliveryLoad,
  linkLoads,
  refreshLoad,
  type DoubledStage,
  type ReplicaLoad,
} from '../load/replica-loads.js';
import { asAdmin } from '../load/admin.js';
import { cpuMs } from '../measure/proc.js';
import { aboveRest, comparisonOf, sumOf, type Turn, type Used } from '../measure/replica-turns.js';
import { DOUBLED } from '../run/doubled-services.js';
import type { Stage } from '../run/stage.js';

/** Of the work per core with one process: two on cores of their own do 1.7 times as much. */
const RATIO_AIM = 0.85;
/** A process that has just begun compiles its code. */
const WARM_UPS = 2;

/** (z) What a second process of each service adds: work per core with two, and with one. */
export async function replicas(stage: Stage): Promise<PartResult> {
  const { system, doubled, log } = stage;
  if (!doubled) throw new Error('the services do not lie behind balancers');
  const loads = await openAll({ ...stage, doubled });
  const turn = (processes: 1 | 2) => turnOf({ ...stage, doubled }, { loads, processes });
  const warm = async (processes: 1 | 2): Promise<void> => {
    for (let turns = 0; turns < WARM_UPS; turns += 1) await turn(processes);
  };
  try {
    await warm(1);
    const one = await turn(1);
    const connectionsOfOne = await connections(stage);
    log('(z) a second process of each service');
    await doubled.startSecond(system);
    await warm(2);
    const two = await turn(2);
    const connectionsOfTwo = await connections(stage);
    await doubled.stopSecond(system);
    // One process before and after: what changes with time does not count for two.
    const again = await turn(1);
    const figures = loads.flatMap((load, place) => {
      const [before, after] = [one[place], again[place]];
      const both = two[place];
      if (!before || !after || !both) throw new Error(`(z) did not measure ${load.name}`);
      return figuresOf(load, { one: sumOf([before, after]), two: both });
    });
    return {
      part: 'z',
      title: 'A second process of each service',
      figures: [
        ...figures,
        { id: 'connections_1', name: 'connections, one', value: connectionsOfOne, unit: '' },
        { id: 'connections_2', name: 'connections, two', value: connectionsOfTwo, unit: '' },
      ],
      plots: [
        {
          kind: 'bars',
          title: 'Work per core, two processes by one',
          unit: '×',
          bars: figures
            .filter(({ id }) => id.endsWith('_per_core_ratio'))
            .map(({ id, value }) => ({ label: id.replace('_per_core_ratio', ''), value })),
        },
      ],
    };
  } finally {
    await Promise.all(loads.map((load) => load.close()));
  }
}

/** One after the other: each prepares what it repeats. */
async function openAll(stage: DoubledStage): Promise<ReplicaLoad[]> {
  return [
    ...(await linkLoads(stage)),
    ...(await cardLoads(stage)),
    ...(await chargeLoads(stage)),
    await deliveryLoad(stage),
    await refreshLoad(stage),
  ];
}

/** Without a request: what each load's processes use in a second all the same. */
async function restOf(stage: DoubledStage, loads: readonly ReplicaLoad[]): Promise<Used[]> {
  const before = loads.map((load) => read(stage, load));
  const begin = performance.now();
  await pause(stage.seconds * 1000);
  const seconds = (performance.now() - begin) / 1000;
  return loads.map((load, place) => {
    const used = difference(read(stage, load), before[place] ?? NOTHING);
    return {
      first: used.first / seconds,
      second: used.second / seconds,
      postgres: used.postgres / seconds,
    };
  });
}

async function turnOf(
  stage: DoubledStage,
  { loads, processes }: { readonly loads: readonly ReplicaLoad[]; readonly processes: 1 | 2 },
): Promise<Turn[]> {
  const turns: Turn[] = [];
  const rest = await restOf(stage, loads);
  for (const [place, load] of loads.entries()) {
    const work = await load.prepare(processes);
    const before = read(stage, load);
    const begin = performance.now();
    const count = await work();
    const elapsedMs = performance.now() - begin;
    const used = difference(read(stage, load), before);
    const { first, second, postgres } = aboveRest({ used, elapsedMs }, rest[place] ?? NOTHING);
    turns.push({
      count,
      elapsedMs,
      cpuMs: first + second,
      secondMs: second,
      postgresMs: postgres,
    });
    stage.log(`(z) ${count} ${load.name}`);
  }
  return turns;
}

const NOTHING: Used = { first: 0, second: 0, postgres: 0 };

function read({ system, doubled }: DoubledStage, { services }: ReplicaLoad): Used {
  const pids = services.map((name) => doubled.pidsOf(system, name));
  return {
    first: usedBy(pids.map(([first]) => first)),
    second: usedBy(pids.map(([, second]) => second)),
    postgres: usedBy([system.postgres?.pid]),
  };
}

function difference(after: Used, before: Used): Used {
  return {
    first: after.first - before.first,
    second: after.second - before.second,
    postgres: after.postgres - before.postgres,
  };
}

const usedBy = (pids: readonly (number | undefined)[]): number =>
  pids.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : cpuMs(pid)), 0);

function figuresOf(
  { id, name }: ReplicaLoad,
  turns: { readonly one: Turn; readonly two: Turn },
): Figure[] {
  const { one, two, ratio, share, postgresRatio } = comparisonOf(turns);
  return [
    { id: `${id}_per_s_1`, name: `${name} per second, one`, value: one.perS, unit: '/s' },
    { id: `${id}_per_s_2`, name: `${name} per second, two`, value: two.perS, unit: '/s' },
    { id: `${id}_per_core_1`, name: `${name} per core, one`, value: one.perCoreS, unit: '/s' },
    { id: `${id}_per_core_2`, name: `${name} per core, two`, value: two.perCoreS, unit: '/s' },
    {
      id: `${id}_per_core_ratio`,
      name: `${name} per core, two by one`,
      value: ratio,
      unit: '×',
      aim: { is: 'at least', value: RATIO_AIM },
    },
    { id: `${id}_share`, name: `${name}, share of the second`, value: share * 100, unit: '%' },
    {
      id: `${id}_postgres_ratio`,
      name: `PostgreSQL's CPU of ${name}, two by one`,
      value: postgresRatio,
      unit: '×',
    },
  ];
}

/** Of the services that are doubled, to their databases. */
async function connections(stage: Stage): Promise<number> {
  const databases = DOUBLED.map((name) => name.replaceAll('-', '_'));
  const [found] = await asAdmin(stage, 'payment-link', (sql) =>
    sql<{ count: number }>(CONNECTIONS, [databases]),
  );
  return found?.count ?? 0;
}

const CONNECTIONS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = ANY ($1) AND usename <> current_user AND backend_type = 'client backend'`;
