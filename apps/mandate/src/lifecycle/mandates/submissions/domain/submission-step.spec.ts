import { MANDATE_BANK_STATUSES } from '@towpath/kernel';
import { submissionStep, SUBMISSION_STATES } from './submission-step.js';

const stepOf = (
  state: (typeof SUBMISSION_STATES)[number],
  bankStatus: (typeof MANDATE_BANK_STATUSES)[number],
  recalled = false,
) => submissionStep(state, { bankStatus, recalled });

describe('a mandate and the books of its bank', () => {
  it('goes live only while it waits for the bank, and only by its acceptance', () => {
    const live = SUBMISSION_STATES.flatMap((state) =>
      MANDATE_BANK_STATUSES.filter((bankStatus) => stepOf(state, bankStatus) === 'SUCCEED').map(
        (bankStatus) => [state, bankStatus],
      ),
    );
    expect(live).toEqual([['SUBMITTED', 'ACTIVE']]);
  });

  it('never goes live once it was recalled', () => {
    for (const state of SUBMISSION_STATES) {
      for (const bankStatus of MANDATE_BANK_STATUSES) {
        expect(['SUCCEED', 'CATCH_UP']).not.toContain(stepOf(state, bankStatus, true));
      }
    }
    expect(stepOf('SUBMITTED', 'ACTIVE', true)).toBe('CANCEL');
    expect(stepOf('SUBMITTED', 'PENDING', true)).toBe('CANCEL');
  });

  it('does not live on at the bank when it has ended here', () => {
    const living = ['ACTION_REQUIRED', 'PENDING', 'ACTIVE'];
    for (const bankStatus of MANDATE_BANK_STATUSES) {
      expect(stepOf('ENDED', bankStatus)).toBe(living.includes(bankStatus) ? 'CANCEL' : 'REST');
    }
  });

  it('is not taken from a payer by a bank that forgot it, or answers with what is old', () => {
    for (const bankStatus of ['NOT_SEEN', 'PENDING', 'ACTIVE'] as const) {
      expect(stepOf('SUCCEEDED', bankStatus)).toBe('KEEP');
    }
  });

  it('is sent, and nothing else, before the bank can know it', () => {
    expect(
      new Set(MANDATE_BANK_STATUSES.map((bankStatus) => stepOf('PROCESSING', bankStatus))),
    ).toEqual(new Set(['SEND']));
  });
});
