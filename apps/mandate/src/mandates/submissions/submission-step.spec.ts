import { MANDATE_BANK_STATUSES } from '@towpath/kernel';
import { submissionStep, SUBMISSION_STATES } from './submission-step.js';

const stepOf = (
  state: (typeof SUBMISSION_STATES)[number],
  bankStatus: (typeof MANDATE_BANK_STATUSES)[number],
  recalled = false,
) => submissionStep(state, { bankStatus, recalled });

describe('a mandate, compared with the books of its bank,', () => {
  it('goes live only while it waits for the bank, and only by its acceptance', () => {
    const live = SUBMISSION_STATES.flatMap((state) =>
      MANDATE_BANK_STATUSES.filter((bankStatus) => stepOf(state, bankStatus) === 'SUCCEED').map(
        (bankStatus) => [state, bankStatus],
      ),
    );
    expect(live).toEqual([['SUBMITTED', 'ACTIVE']]);
  });

  it('never goes live after it was recalled', () => {
    for (const state of SUBMISSION_STATES) {
      for (const bankStatus of MANDATE_BANK_STATUSES) {
        expect(['SUCCEED', 'CATCH_UP']).not.toContain(stepOf(state, bankStatus, true));
      }
    }
    expect(stepOf('SUBMITTED', 'ACTIVE', true)).toBe('CANCEL');
    expect(stepOf('SUBMITTED', 'PENDING', true)).toBe('CANCEL');
  });

  it('is cancelled at the bank when it has ended here', () => {
    const living = ['ACTION_REQUIRED', 'PENDING', 'ACTIVE'];
    for (const bankStatus of MANDATE_BANK_STATUSES) {
      expect(stepOf('ENDED', bankStatus)).toBe(living.includes(bankStatus) ? 'CANCEL' : 'REST');
    }
  });

  it('stays live when the bank forgot it or answers with an older status', () => {
    for (const bankStatus of ['NOT_SEEN', 'PENDING', 'ACTIVE'] as const) {
      expect(stepOf('SUCCEEDED', bankStatus)).toBe('KEEP');
    }
  });

  it('is only ever sent while it waits to be sent', () => {
    expect(
      new Set(MANDATE_BANK_STATUSES.map((bankStatus) => stepOf('PROCESSING', bankStatus))),
    ).toEqual(new Set(['SEND']));
  });
});
