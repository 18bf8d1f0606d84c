import { PAYMENT_LINK_STATUSES } from '@towpath/contracts';
import type { AttemptState } from '../payment-attempts/payment-attempt.transitions.js';
import { sessionStatus } from './payment-links.reads.js';

describe('session_status', () => {
  it.each<[AttemptState[], string]>([
    [[], 'OPEN'],
    [['SELECTED'], 'OPEN'],
    [['REPLACED', 'SELECTED'], 'OPEN'],
    [['AUTHORIZING'], 'PROCESSING'],
    [['CAPTURING'], 'PROCESSING'],
    [['FAILED'], 'FAILED'],
    [['CANCELLED'], 'FAILED'],
    [['SELECTED', 'FAILED'], 'FAILED'],
    [['AUTHORIZING', 'FAILED'], 'PROCESSING'],
    [['REPLACED', 'SELECTED', 'CANCELLED', 'FAILED'], 'FAILED'],
  ])('of an open link with attempts %j is %s', (attempts, expected) => {
    expect(sessionStatus('CREATED', attempts)).toBe(expected);
  });

  it.each(['PAID', 'SETUP_SUCCEEDED'] as const)('of a %s link is COMPLETE', (status) => {
    expect(sessionStatus(status, ['FAILED'])).toBe('COMPLETE');
  });

  it.each(PAYMENT_LINK_STATUSES)('is defined for a %s link without attempts', (status) => {
    expect(sessionStatus(status, [])).toMatch(/^(OPEN|COMPLETE)$/);
  });
});
