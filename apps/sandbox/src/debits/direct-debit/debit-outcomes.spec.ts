import { readFileSync } from 'node:fs';
import { planNotices } from './bank-notice.js';
import {
  DEBIT_OUTCOMES,
  debitOutcomeOf,
  lastDigitsOf,
  outcomeOfAccount,
} from './debit-outcomes.js';

describe('the account numbers of the bank', () => {
  it.each([
    ['012-345-670002', 'REJECTED'],
    ['0003', 'UNDECIDED'],
    ['HK12 0000 0004', 'REVOKED_LATER'],
    ['12345670005', 'INSUFFICIENT_FUNDS'],
    ['1234567 000-6', 'RETURNED'],
    ['12340007X', 'ANSWER_LOST'],
    ['99990008', 'CALLBACKS_SCRAMBLED'],
    ['00020', 'ACCEPTED'],
    ['0009', 'REINSTATED'],
    ['0019', 'ACCEPTED'],
    ['123456789', 'ACCEPTED'],
  ])('account %s is %s', (accountNumber, outcome) => {
    expect(outcomeOfAccount(accountNumber)).toBe(outcome);
  });

  it('only the digits of an account number decide, not their groups', () => {
    expect(lastDigitsOf('12-34 5678 A')).toBe('5678');
  });

  it('docs/sandbox.md lists every account ending with its outcome', () => {
    const page = readFileSync(new URL('../../../../../docs/sandbox.md', import.meta.url), 'utf8');
    for (const ending of ['0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009']) {
      const { summary } = debitOutcomeOf(outcomeOfAccount(ending));
      expect(page).toContain(`| ${ending} | ${summary}`);
    }
    expect(Object.keys(DEBIT_OUTCOMES)).toHaveLength(9);
  });
});

describe('call-backs of the bank', () => {
  const { ACCEPTED, ANSWER_LOST, CALLBACKS_SCRAMBLED } = DEBIT_OUTCOMES;

  it('a change that no answer contained is sent once', () => {
    expect(planNotices(ACCEPTED, { event: 'accepted', answered: false })).toEqual(['accepted']);
    expect(planNotices(ACCEPTED, { event: 'received', answered: true })).toEqual([]);
    expect(planNotices(ACCEPTED, { event: 'returned', answered: false })).toEqual(['returned']);
  });

  it('an account that loses answers sends no call-back', () => {
    expect(planNotices(ANSWER_LOST, { event: 'paid', answered: false })).toEqual([]);
  });

  it('a scrambling account sends late, repeated and contradictory call-backs', () => {
    const plan = (event: 'received' | 'paid' | 'revoked') =>
      planNotices(CALLBACKS_SCRAMBLED, { event, answered: event === 'received' });
    expect(plan('received')).toEqual([]);
    const lies = ['received', 'rejected'];
    expect(plan('paid')).toEqual(['paid', ...lies, 'paid', ...lies, 'paid']);
    expect(plan('revoked')).toEqual(['revoked', 'revoked', 'revoked']);
  });
});
