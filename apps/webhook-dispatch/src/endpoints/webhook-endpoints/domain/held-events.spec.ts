import { expiringBefore, newsOf } from './held-events.js';

const REAL = new Date('2026-06-30T12:00:00Z');
const OLDEST = new Date('2026-04-15T12:00:00Z');
const EXPIRE = new Date('2026-07-14T12:00:00Z');
const NOTHING = { heldEventsExpireAt: null, expiryToldAt: null };
const hoursAgo = (hours: number) => new Date(REAL.getTime() - hours * 3_600_000);

describe('the warning about held events', () => {
  it('begins when the oldest event is 75 days old', () => {
    expect(expiringBefore(REAL)).toEqual(new Date('2026-04-16T12:00:00Z'));
    const young = { oldest: null, expiring: 0, untold: 0 };
    expect(newsOf(young, NOTHING, REAL)).toEqual({ ...NOTHING, tell: false });
    const old = { oldest: OLDEST, expiring: 1, untold: 1 };
    const told = { heldEventsExpireAt: EXPIRE, expiryToldAt: REAL, tell: true };
    expect(newsOf(old, NOTHING, REAL)).toEqual(told);
  });

  it.each([
    ['is not sent twice', 0, 100, false],
    ['waits for a day when more events follow', 3, 23, false],
    ['is sent again for the events that followed', 3, 24, true],
  ])('%s', (_what, untold, hours, tell) => {
    const known = { heldEventsExpireAt: EXPIRE, expiryToldAt: hoursAgo(hours) };
    expect(newsOf({ oldest: OLDEST, expiring: 9, untold }, known, REAL).tell).toBe(tell);
  });

  it('is withdrawn when no event is left', () => {
    const known = { heldEventsExpireAt: EXPIRE, expiryToldAt: hoursAgo(30) };
    expect(newsOf({ oldest: null, expiring: 0, untold: 0 }, known, REAL)).toEqual({
      heldEventsExpireAt: null,
      expiryToldAt: known.expiryToldAt,
      tell: false,
    });
  });
});
