import { mandateOfLink } from './mandate-of-link.js';
import type { PaymentLinkTerms } from '../payment-links/payment-link-terms.js';
import type { PaymentSetupOptions } from '../payment-links/payment-link.table.js';

const now = new Date('2026-12-20T23:59:00.000Z');
const today = '2026-12-20';
const limits = { max_transaction_amount: 500 };

function termsOf(setupOptions: PaymentSetupOptions | null, amount: number | null = 500) {
  return { setupOptions, amount, description: 'Rent' } as PaymentLinkTerms;
}

const details = (mandate_details: PaymentSetupOptions['mandate_details'], amount?: number | null) =>
  mandateOfLink(termsOf({ future_payments: 'AUTOPAY', mandate_details }, amount), now, 0);

describe('the mandate of a link', () => {
  it('that stores no method covers its payment once', () => {
    expect(mandateOfLink(termsOf(null), now, 0)).toEqual({
      end_date: '2027-01-19',
      transaction_limits: {
        max_transaction_amount: 500,
        max_period_amount: 500,
        max_period_count: 1,
        period: 'YEARLY',
      },
      description: 'Rent',
    });
  });

  it('follows the set-up options', () => {
    const asked = { start_date: today, end_date: '2027-12-20', transaction_limits: limits };
    expect(details({ ...asked, description: 'Gym' })).toEqual({
      end_date: '2027-12-20',
      transaction_limits: limits,
      description: 'Gym',
    });
    expect(details({})).toEqual({ description: 'Rent' });
  });

  it('can start later only when nothing is paid now', () => {
    expect(details({ start_date: '2026-12-21' }, null)?.start_date).toBe('2026-12-21');
    expect(details({ start_date: '2026-12-21' })).toBeNull();
  });

  it('starts today when its first day has passed since the link was created', () => {
    expect(details({ start_date: '2026-12-19' })).toEqual({ description: 'Rent' });
  });

  it.each([
    ['over', { end_date: '2026-12-19' }],
    ['too small for the payment', { transaction_limits: { max_transaction_amount: 499 } }],
    [
      'too small for the payment in its period',
      { transaction_limits: { ...limits, max_period_amount: 499, period: 'MONTHLY' } },
    ],
  ] as const)('is not offered when it is %s', (_, mandate_details) => {
    expect(details(mandate_details)).toBeNull();
  });
});
