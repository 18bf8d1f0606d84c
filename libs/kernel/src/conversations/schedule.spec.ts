import { nextFollowUp } from './follow-ups.js';
import { Schedule } from './schedule.js';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-03-01T00:00:00.001Z');

describe('the schedule of an aggregate', () => {
  it('waits for the caller that asks now', () => {
    const schedule = Schedule.asking(now);
    expect(schedule.followUps).toEqual({ followUpAt: nextFollowUp(0, now), followUpsAsked: 0 });
    expect(schedule.claim(now)).toBe(false);
  });

  it('gives a due question to one claim, and moves on', () => {
    const schedule = Schedule.asking(now);
    schedule.makeDue(later);
    expect([schedule.claim(now), schedule.claim(later), schedule.claim(later)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(schedule.followUps).toEqual({ followUpAt: nextFollowUp(1, later), followUpsAsked: 1 });
  });

  it('asks no sooner than a call of the caller can have ended', () => {
    const schedule = Schedule.asking(now);
    schedule.wake(now, 30_000);
    expect(schedule.followUps.followUpAt?.toISOString()).toBe('2026-03-01T00:00:35.000Z');
    schedule.wake(now, 5_000);
    expect(schedule.followUps.followUpAt).toEqual(nextFollowUp(0, now));
  });

  it('starts again when the caller asks, or the row is made due', () => {
    const schedule = new Schedule({ followUpAt: now, followUpsAsked: 7 });
    schedule.wake(now);
    expect(schedule.followUps).toEqual(Schedule.asking(now).followUps);
    schedule.makeDue(later);
    expect(schedule.followUps).toEqual({ followUpAt: later, followUpsAsked: 0 });
  });

  it('brings a planned question forward, and plans none', () => {
    const schedule = new Schedule({ followUpAt: later, followUpsAsked: 7 });
    expect([schedule.askBy(later), schedule.askBy(now), schedule.askBy(later)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(schedule.followUps).toEqual({ followUpAt: now, followUpsAsked: 7 });
    schedule.rest();
    expect(schedule.askBy(now)).toBe(false);
  });

  it('rests without a question, and keeps the count of those that were asked', () => {
    const schedule = new Schedule({ followUpAt: now, followUpsAsked: 7 });
    schedule.rest();
    expect(schedule.followUps).toEqual({ followUpAt: null, followUpsAsked: 7 });
    expect(schedule.claim(later)).toBe(false);
  });
});
