import { expiringBefore, noticeOf } from './webhook-endpoint.js';

const REAL = new Date('2026-06-30T12:00:00Z');
const OLDEST = new Date('2026-04-15T12:00:00Z');
const EXPIRE = new Date('2026-07-14T12:00:00Z');
const NOTHING = { heldEventsExpireAt: null, expiryNoticeAt: null };
const hoursAgo = (hours: number) => new Date(REAL.getTime() - hours * 3_600_000);

describe('the warning about held events', () => {
  it('begins when the oldest event is 75 days old', () => {
    expect(expiringBefore(REAL)).toEqual(new Date('2026-04-16T12:00:00Z'));
    const young = { oldest: null, expiring: 0, unreported: 0 };
    expect(noticeOf(young, NOTHING, REAL)).toEqual({ ...NOTHING, notify: false });
    const old = { oldest: OLDEST, expiring: 1, unreported: 1 };
    const notice = { heldEventsExpireAt: EXPIRE, expiryNoticeAt: REAL, notify: true };
    expect(noticeOf(old, NOTHING, REAL)).toEqual(notice);
  });

  it.each([
    ['is not sent twice', 0, 100, false],
    ['waits for a day when more events follow', 3, 23, false],
    ['is sent again for the events that followed', 3, 24, true],
  ])('%s', (_what, unreported, hours, notify) => {
    const known = { heldEventsExpireAt: EXPIRE, expiryNoticeAt: hoursAgo(hours) };
    expect(noticeOf({ oldest: OLDEST, expiring: 9, unreported }, known, REAL).notify).toBe(notify);
  });

  it('is withdrawn when no event is left', () => {
    const known = { heldEventsExpireAt: EXPIRE, expiryNoticeAt: hoursAgo(30) };
    expect(noticeOf({ oldest: null, expiring: 0, unreported: 0 }, known, REAL)).toEqual({
      heldEventsExpireAt: null,
      expiryNoticeAt: known.expiryNoticeAt,
      notify: false,
    });
  });
});
