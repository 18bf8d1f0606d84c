import { aboveRest, comparisonOf, sumOf, type Turn } from './replica-turns.js';

const turn = (more: Partial<Turn>): Turn => ({
  count: 100,
  elapsedMs: 1000,
  cpuMs: 500,
  secondMs: 0,
  postgresMs: 200,
  ...more,
});

it('compares the work per core, whatever the rates are', () => {
  const two = turn({ count: 120, elapsedMs: 2000, cpuMs: 750, secondMs: 300, postgresMs: 480 });
  expect(comparisonOf({ one: turn({}), two })).toEqual({
    one: { perS: 100, perCoreS: 200 },
    two: { perS: 60, perCoreS: 160 },
    share: 0.4,
    ratio: 0.8,
    postgresRatio: 2,
  });
});

it('weighs turns by what they did', () => {
  const long = turn({ count: 300, elapsedMs: 5000, cpuMs: 2500, postgresMs: 1000 });
  expect(sumOf([turn({}), long])).toEqual({
    count: 400,
    elapsedMs: 6000,
    cpuMs: 3000,
    secondMs: 0,
    postgresMs: 1200,
  });
});

it('leaves out what the processes use at rest', () => {
  const used = { first: 500, second: 300, postgres: 10 };
  const rest = { first: 20, second: 10, postgres: 30 };
  expect(aboveRest({ used, elapsedMs: 2000 }, rest)).toEqual({
    first: 460,
    second: 280,
    postgres: 0,
  });
});
