import { dueStep, nextDueAt } from './dispute.js';
import type { DisputeSnapshot } from './dispute.table.js';

const deadline = new Date('2026-03-15T12:00:00.000Z');
const daysLeft = (days: number) => new Date(deadline.getTime() - days * 86_400_000);

function snapshot(changes: Partial<DisputeSnapshot> = {}): DisputeSnapshot {
  return {
    status: 'ACTION_REQUIRED',
    report: { defensePeriodDeadline: deadline },
    remindedDays: null,
    updatedAt: daysLeft(14),
    ...changes,
  } as DisputeSnapshot;
}

describe('the deadline of a dispute', () => {
  it.each([
    [8, null, null],
    [7, null, { step: 'REMIND', daysLeft: 7 }],
    [5, 7, null],
    [3, 7, { step: 'REMIND', daysLeft: 3 }],
    [1, 3, { step: 'REMIND', daysLeft: 1 }],
    [2, null, { step: 'REMIND', daysLeft: 3 }],
    [0.5, 1, null],
    [0, 1, { step: 'LAPSE' }],
    [-1, 7, { step: 'LAPSE' }],
  ])(
    'with %p days left and the last reminder at %p requires the step %p',
    (left, remindedDays, step) => {
      expect(dueStep(snapshot({ remindedDays }), daysLeft(left))).toEqual(step);
    },
  );

  it('requires no step of a dispute that needs no action', () => {
    expect(dueStep(snapshot({ status: 'PROCESSING' }), deadline)).toBeNull();
    expect(nextDueAt(snapshot({ status: 'PROCESSING' }))).toBeNull();
  });

  it.each([
    [14, 7],
    [7, 3],
    [2, 1],
    [1, 0],
    [0, 0],
  ])('after a change with %p days left is next due with %p days left', (left, next) => {
    expect(nextDueAt(snapshot({ updatedAt: daysLeft(left) }))).toEqual(daysLeft(next));
  });
});
