import { nextMonth, nextWhilePending } from './follow-up-schedule.js';

const AT = new Date('2026-12-31T23:59:59.999Z');
const after = (ms: number) => new Date(AT.getTime() + ms);
const S = 1_000;
const HOUR = 3_600 * S;

describe('the schedule of questions to a bank', () => {
  it('becomes rarer while the bank decides, up to 48 hours, then monthly', () => {
    const ages = [0, 10 * S, 59 * S, 300 * S, 5 * HOUR, 47 * HOUR];
    const next = ages.map((age) => nextWhilePending(AT, after(age)).getTime() - AT.getTime());
    expect(next).toEqual([10 * S, 60 * S, 60 * S, HOUR, 6 * HOUR, 48 * HOUR]);
    expect(nextWhilePending(AT, after(48 * HOUR))).toEqual(new Date('2027-02-01T00:00:00.000Z'));
  });

  it('asks at the first instant of the next month, UTC', () => {
    expect(nextMonth(AT)).toEqual(new Date('2027-01-01T00:00:00.000Z'));
    expect(nextMonth(new Date('2027-01-31T12:00:00.000Z'))).toEqual(
      new Date('2027-02-01T00:00:00.000Z'),
    );
  });
});
