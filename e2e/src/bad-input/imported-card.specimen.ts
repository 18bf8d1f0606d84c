import type { World } from './world.js';

/** Uses every member, more than one gateway would. */
export const importedCard = ({ accountId }: World) => ({
  payment_method_type: 'CARD',
  card: {
    card_details: {
      brand: 'Visa',
      last4: '4242',
      currency: 'HKD',
      expiry_month: 3,
      expiry_year: 2060,
      card_bin: '424242',
      card_number_alias: 'alias',
      country: 'HK',
      funding: 'CREDIT',
    },
    recipient_account: { account_id: accountId },
    status: 'SUCCEEDED',
  },
  integration_metadata: {
    integration_id: 'GW1',
    gw1_metadata: {
      payment_method_id: 'stored',
      auth_code: '1',
      psp_reference: '2',
      network_transaction_reference: '3',
      recurring_processing_model: 'CardOnFile',
    },
    gw2_metadata: { payment_token: 'token' },
    gw3_metadata: {
      mandate_id: 'mandate',
      reference: 'r',
      status: 'active',
      scheme: 'bacs',
      next_possible_charge_date: '2030-01-01',
      payments_require_approval: false,
      funds_settlement: 'managed',
      verified_at: '2026-01-01T00:00:00Z',
    },
    gw4_metadata: { customer: { id: 'c' }, payment_method: { id: 'm' } },
  },
});
