import { Random } from '../run/random.js';
import { planFreezes, planKills } from './plan.js';

const victims = ['gateway', 'payment-link', 'PostgreSQL', 'Kafka'];

describe('planKills', () => {
  it('follows from the seed alone', () => {
    const plan = (seed: number) => planKills(new Random(seed), { victims, cycles: 5 });
    expect(plan(1)).toEqual(plan(1));
    expect(plan(1)).not.toEqual(plan(2));
  });

  it('kills every process before any of them twice as often as another', () => {
    const names = planKills(new Random(3), { victims, cycles: 40 })
      .flat()
      .map(({ name }) => name);
    const counts = victims.map((victim) => names.filter((name) => name === victim).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('kills no process twice in one cycle', () => {
    for (const kills of planKills(new Random(4), { victims, cycles: 40 })) {
      expect(new Set(kills.map(({ name }) => name)).size).toBe(kills.length);
      expect(kills.length).toBeGreaterThan(0);
    }
  });
});

describe('planFreezes', () => {
  const plan = (seed: number) => planFreezes(new Random(seed), { victims, cycles: 40 });

  it('follows from the seed alone', () => {
    expect(plan(1)).toEqual(plan(1));
    expect(plan(1)).not.toEqual(plan(2));
  });

  it('freezes every process, with and without a replica, for up to 30 s', () => {
    const freezes = plan(3);
    expect(new Set(freezes.map(({ name }) => name))).toEqual(new Set(victims));
    expect(new Set(freezes.map(({ hasReplica }) => hasReplica))).toEqual(new Set([true, false]));
    const times = freezes.map(({ frozenForMs }) => frozenForMs);
    expect(Math.max(...times)).toBeGreaterThan(20_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(30_000);
  });

  it('keeps the freezes of a short run short', () => {
    for (const { frozenForMs } of plan(4).slice(0, 2)) expect(frozenForMs).toBeLessThan(3_000);
  });
});
