import { nextFollowUp } from './follow-up-schedule.js';

const now = new Date('2026-03-01T00:00:00.000Z');

describe('the schedule of questions to a gateway', () => {
  it.each([
    [0, '2026-03-01T00:00:10.000Z'],
    [1, '2026-03-01T00:01:00.000Z'],
    [2, '2026-03-01T00:05:00.000Z'],
    [3, '2026-03-01T01:00:00.000Z'],
    [40, '2026-03-01T01:00:00.000Z'],
  ])('after %d questions asks again at %s', (asked, expected) => {
    expect(nextFollowUp(asked, now).toISOString()).toBe(expected);
  });
});
