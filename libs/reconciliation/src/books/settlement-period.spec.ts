import {
  firstSettledUntil,
  isAskedNoMore,
  nextDifferenceQuestion,
  nextSettlementCloseAfter,
  reconciliationPeriods,
} from './settlement-period.js';

const at = (text: string) => new Date(`${text}Z`);
const startedAt = at('2026-03-01T00:00:00');

describe('the periods of a reconciliation run', () => {
  it('end with the last hour that ended at least a quarter of an hour ago', () => {
    const row = { startedAt, settledUntil: at('2026-03-10T08:00:00') };
    const run = reconciliationPeriods(row, at('2026-03-10T10:15:00'));
    expect(run.theirs).toEqual({ from: at('2026-03-10T06:00:00'), to: at('2026-03-10T10:00:00') });
    expect(run.settledUntil).toEqual(at('2026-03-10T10:00:00'));
    const early = reconciliationPeriods(row, at('2026-03-10T10:14:59.999'));
    expect(early.settledUntil).toEqual(at('2026-03-10T09:00:00'));
    expect([run.more, early.more]).toEqual([false, false]);
  });

  it('are empty while no further hour is closed', () => {
    const settledUntil = at('2026-03-10T10:00:00');
    const run = reconciliationPeriods({ startedAt, settledUntil }, at('2026-03-10T11:10:00'));
    expect(run).toMatchObject({ theirs: null, ours: null, settledUntil, more: false });
  });

  it('are read a week at a time after a long pause', () => {
    const row = { startedAt, settledUntil: at('2026-03-10T00:00:00') };
    const run = reconciliationPeriods(row, at('2026-04-10T00:30:00'));
    expect([run.settledUntil, run.more]).toEqual([at('2026-03-17T00:00:00'), true]);
  });

  it('include everything of ours since the start, and nothing before it', () => {
    let settledUntil = startedAt;
    let reached = startedAt;
    for (let hours = 1; hours < 100; hours += 7) {
      const now = new Date(startedAt.getTime() + hours * 3_600_000 + 900_000);
      const run = reconciliationPeriods({ startedAt, settledUntil }, now);
      settledUntil = run.settledUntil;
      if (!run.ours) continue;
      expect(run.ours.from.getTime()).toBeLessThanOrEqual(reached.getTime());
      expect(run.ours.from.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
      expect(run.ours.to).toEqual(run.settledBy);
      reached = run.ours.to;
    }
    expect(reached.getTime()).toBeGreaterThan(startedAt.getTime());
  });

  it('begin a month back, and again a quarter past the next hour', () => {
    const now = at('2026-03-31T10:20:00');
    expect(firstSettledUntil(now)).toEqual(at('2026-03-01T10:00:00'));
    expect(nextSettlementCloseAfter(now)).toEqual(at('2026-03-31T11:15:00'));
    expect(nextSettlementCloseAfter(at('2026-03-31T10:10:00'))).toEqual(at('2026-03-31T10:15:00'));
  });
});

describe('the questions about a difference', () => {
  const foundAt = at('2026-03-10T10:20:00');

  it.each([
    ['2026-03-10T10:20:00', '2026-03-10T10:25:00'],
    ['2026-03-10T10:25:00', '2026-03-10T10:35:00'],
    ['2026-03-10T10:49:59', '2026-03-10T10:50:00'],
    ['2026-03-10T10:50:00', '2026-03-10T11:15:00'],
    ['2026-03-11T10:50:00', '2026-03-11T11:15:00'],
  ])('continue after the one of %s at %s', (now, next) => {
    expect(nextDifferenceQuestion(foundAt, at(now))).toEqual(at(next));
  });

  it('never wait longer than until the next hour closes', () => {
    const late = at('2026-03-10T11:12:00');
    expect(nextDifferenceQuestion(late, late)).toEqual(at('2026-03-10T11:15:00'));
  });

  it('end when all of two days was read', () => {
    expect(isAskedNoMore(foundAt, at('2026-03-12T10:00:00'))).toBe(false);
    expect(isAskedNoMore(foundAt, at('2026-03-12T10:20:00'))).toBe(true);
  });
});
