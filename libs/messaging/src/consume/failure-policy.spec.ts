import { DomainError } from '@towpath/kernel';
import { ConcurrentChange, DatabaseUnavailable, UnknownCustomerApp } from '@towpath/persistence';
import { UnreadableMessage } from '../cloud-event.js';
import { InvalidPayload } from './decode-payload.js';
import { FAILURE_POLICY, judge, SequenceGap, UnknownEvent } from './failure-policy.js';

const sqlError = (code: string) => Object.assign(new Error('from PostgreSQL'), { code });

it.each([
  [new UnreadableMessage('x'), 'UNREADABLE', 'park'],
  [new UnknownEvent({ name: 'a.b', version: 1 }), 'UNKNOWN_EVENT', 'park'],
  [new InvalidPayload('x'), 'INVALID_PAYLOAD', 'park'],
  [new SequenceGap({ subject: 'p', sequence: 3 }), 'GAP', 'park'],
  [sqlError('57014'), 'TIMEOUT', 'retry'],
  [new DatabaseUnavailable('x'), 'DATABASE', 'wait'],
  [sqlError('57P01'), 'DATABASE', 'wait'],
  [sqlError('08006'), 'DATABASE', 'wait'],
  [sqlError('53100'), 'DATABASE', 'wait'],
  [new ConcurrentChange('t', {}), 'CONFLICT', 'retry'],
  [sqlError('40001'), 'CONFLICT', 'retry'],
  [new UnknownCustomerApp('x' as never), 'UNKNOWN_APP', 'retry'],
  [new DomainError('INVALID_REQUEST', 'no'), 'REFUSED', 'retry'],
  [new TypeError('x is undefined'), 'FAULT', 'retry'],
  [sqlError('23505'), 'FAULT', 'retry'],
  ['not even an error', 'FAULT', 'retry'],
])('the error %s is judged %s, so the consumer must %s', (error, reason, verdict) => {
  expect(judge(error)).toMatchObject({ reason, verdict });
});

it('each rule of the failure policy has a reason of its own', () => {
  const reasons = FAILURE_POLICY.map(({ reason }) => reason);
  expect(new Set(reasons).size).toBe(reasons.length);
});
