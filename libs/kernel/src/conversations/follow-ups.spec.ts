import { claimFollowUp, followUpsFrom, nextFollowUp } from './follow-ups.js';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-03-01T00:00:00.001Z');

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

  it('is claimed when it is due, and moves on', () => {
    const claimed = claimFollowUp(followUpsFrom(now), now);
    expect(claimed).toEqual({ followUpsAsked: 1, followUpAt: nextFollowUp(1, now) });
  });

  it.each([
    ['before it is due', followUpsFrom(later)],
    ['when nothing is left to ask', { followUpAt: null, followUpsAsked: 3 }],
  ])('is not claimed %s', (_, followUps) => {
    expect(claimFollowUp(followUps, now)).toBeNull();
  });
});
