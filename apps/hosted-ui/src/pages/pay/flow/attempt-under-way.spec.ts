import { attemptUnderWay } from './screen-of.js';

const attempt = {
  attempt_id: 'attempt-1',
  payment_method_type: 'MANDATE',
  status: 'FAILED',
} as const;

describe('the attempt that the payer waits for', () => {
  it.each([
    ['PROCESSING', 'idle', attempt],
    ['FAILED', 'idle', attempt],
    ['PROCESSING', 'confirming', attempt],
    ['FAILED', 'confirming', null],
    ['OPEN', 'confirming', null],
  ] as const)('for a link that is %s and a page that is %s is %j', (status, paying, expected) => {
    expect(attemptUnderWay({ attempt, session_status: status }, { paying })).toBe(expected);
  });

  it('is none when the link has no attempt', () => {
    const view = { session_status: 'PROCESSING' } as const;
    expect(attemptUnderWay(view, { paying: 'idle' })).toBeNull();
  });
});
