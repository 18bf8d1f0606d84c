import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import { Mandate, validityOf, type MandateTerms } from './mandate.js';

/** Still the 1st in UTC, already the 2nd further east. */
const AT = new Date('2026-03-01T23:59:59.999Z');
const terms: MandateTerms = {
  mandateId: '01JQ0000000000000000000MND' as MandateId,
  paymentMethodId: '01JQ0000000000000000000MTH' as PaymentMethodId,
  customerAppId: '01JQ0000000000000000000APP' as CustomerAppId,
  live: false,
  userId: '01JQ000000000000000000VSER' as PaymentUserId,
  externalUserId: 'customer-42',
  senderType: 'INDIVIDUAL',
  recipientAccountId: '01JQ0000000000000000000ACC' as PaymentAccountId,
  senderAccountId: null,
  paymentLinkId: null,
  currency: 'HKD',
  startDate: '2026-03-01',
  endDate: null,
  maxTransactionAmount: null,
  maxPeriodAmount: null,
  maxPeriodCount: null,
  period: null,
  payerMaxAmount: null,
  paymentSchedule: null,
  description: null,
  metadata: null,
};

describe('a new mandate', () => {
  it('waits for its authorization, and publishes one event', () => {
    const { snapshot, changes } = Mandate.create(terms, AT);
    expect(snapshot).toMatchObject({ status: 'AUTHORIZATION_REQUIRED', sequence: 1 });
    expect(changes.map(({ event }) => event)).toEqual(['mandate.created']);
  });

  it('is restored as it was, without new events', () => {
    const { snapshot } = Mandate.create(terms, AT);
    const restored = Mandate.restore(snapshot);
    expect([restored.snapshot, restored.changes]).toEqual([snapshot, []]);
  });
});

describe('the validity of a mandate', () => {
  const none = { startDate: null, endDate: null };

  it('begins on the UTC day of its creation when no day is given', () => {
    expect(validityOf(none, AT)).toEqual({ startDate: '2026-03-01', endDate: null });
  });

  it('can be a single day', () => {
    const days = { startDate: '2026-03-01', endDate: '2026-03-01' };
    expect(validityOf({ ...none, endDate: '2026-03-01' }, AT)).toEqual(days);
  });

  it.each([
    [{ startDate: '2026-02-28' }, 'mandate_details.start_date'],
    [{ endDate: '2026-02-28' }, 'mandate_details.end_date'],
    [{ startDate: '2026-03-05', endDate: '2026-03-04' }, 'mandate_details.end_date'],
  ])('is refused for %p', (dates, field) => {
    const refusal = { code: 'INVALID_REQUEST', explanation: expect.stringContaining(field) };
    expect(() => validityOf({ ...none, ...dates }, AT)).toThrow(expect.objectContaining(refusal));
  });
});
