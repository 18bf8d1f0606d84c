import { BANK_TRUTHS, submissionStep, SUBMISSION_STATES } from './submission-step.js';

const stepOf = (
  state: (typeof SUBMISSION_STATES)[number],
  truth: (typeof BANK_TRUTHS)[number],
  recalled = false,
) => submissionStep(state, { truth, recalled });

describe('a mandate and the books of its bank', () => {
  it('goes live only while it waits for the bank, and only by its acceptance', () => {
    const live = SUBMISSION_STATES.flatMap((state) =>
      BANK_TRUTHS.filter((truth) => stepOf(state, truth) === 'SUCCEED').map((truth) => [
        state,
        truth,
      ]),
    );
    expect(live).toEqual([['SUBMITTED', 'ACTIVE']]);
  });

  it('never goes live once it was recalled', () => {
    for (const state of SUBMISSION_STATES) {
      for (const truth of BANK_TRUTHS) {
        expect(['SUCCEED', 'CATCH_UP']).not.toContain(stepOf(state, truth, true));
      }
    }
    expect(stepOf('SUBMITTED', 'ACTIVE', true)).toBe('CANCEL');
    expect(stepOf('SUBMITTED', 'PENDING', true)).toBe('CANCEL');
  });

  it('does not live on at the bank when it has ended here', () => {
    const living = ['ACTION_REQUIRED', 'PENDING', 'ACTIVE'];
    for (const truth of BANK_TRUTHS) {
      expect(stepOf('ENDED', truth)).toBe(living.includes(truth) ? 'CANCEL' : 'REST');
    }
  });

  it('is not taken from a payer by a bank that forgot it, or answers with what is old', () => {
    for (const truth of ['NOT_SEEN', 'PENDING', 'ACTIVE'] as const) {
      expect(stepOf('SUCCEEDED', truth)).toBe('KEEP');
    }
  });

  it('is sent, and nothing else, before the bank can know it', () => {
    expect(new Set(BANK_TRUTHS.map((truth) => stepOf('PROCESSING', truth)))).toEqual(
      new Set(['SEND']),
    );
  });
});
