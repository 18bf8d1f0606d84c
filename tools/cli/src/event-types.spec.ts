import { EVENT_TYPES, eventTypeOf, eventTypesMatching } from './event-types.js';

it('a name is found in any case, and a wrong one gets the nearest', () => {
  expect(eventTypeOf('payment_link_paid')).toBe('PAYMENT_LINK_PAID');
  expect(() => eventTypeOf('PAYMENT_LNK_PAID')).toThrow('Did you mean PAYMENT_LINK_PAID?');
  expect(() => eventTypeOf('mandate_succeeded')).toThrow('MANDATE_SETUP_SUCCEEDED?');
});

it('patterns are those of endpoints', () => {
  expect(eventTypesMatching('*')).toEqual(EVENT_TYPES);
  expect(eventTypesMatching('AUTOPAY_*, PAYOUT_FAILED,AUTOPAY_CONSENT_GRANTED')).toEqual([
    'AUTOPAY_CONSENT_GRANTED',
    'AUTOPAY_CONSENT_REVOKED',
    'PAYOUT_FAILED',
  ]);
  expect(() => eventTypesMatching('PAYMENTLINK_*')).toThrow('No event type begins as');
  expect(() => eventTypesMatching('')).toThrow('There is no event type');
});
