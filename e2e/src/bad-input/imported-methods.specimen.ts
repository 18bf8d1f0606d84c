import { CreatePaymentMethodRequest } from '@towpath/contracts/payment-link';
import type { Specimen } from './operation-specimen.js';
import type { World } from './world.js';

/** Uses every member, more than one gateway would. */
const importedCard = ({ accountId, ids }: World) => ({
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
      payment_method_id: ids.storedCardId,
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

const importedMandate = ({ accountId, ids }: World) => ({
  payment_method_type: 'MANDATE',
  mandate: {
    recipient_account: { account_id: accountId },
    sender_account: { account_id: ids.senderAccountId },
    mandate_details: {
      currency: 'HKD',
      description: 'Rent',
      dda_reference: 'dda',
      start_date: '2030-01-01',
      end_date: '2031-01-01',
      transaction_limits: {
        max_transaction_amount: 10,
        max_period_amount: 100,
        max_period_count: 10,
        period: 'MONTHLY',
      },
    },
    status: 'SUCCEEDED',
    metadata: { order: '1' },
  },
  integration_metadata: { integration_id: 'GW3', gw3_metadata: { mandate_id: 'unknown' } },
});

/** Methods that a customer app brings along: one of card and mandate. */
export const importedMethods: Readonly<Record<string, Specimen>> = {
  createPaymentMethod: {
    unknownId: 'PAYMENT_USER_NOT_FOUND',
    body: {
      type: CreatePaymentMethodRequest,
      valid: importedCard,
      variants: { mandate: importedMandate },
      names: [
        'card.recipient_account.account_id',
        'mandate.recipient_account.account_id',
        'mandate.sender_account.account_id',
        'integration_metadata.gw1_metadata.payment_method_id',
      ],
    },
    refusals: {
      'card.card_details.currency': 'CURRENCY_MISMATCH',
      'mandate.mandate_details.currency': 'CURRENCY_MISMATCH',
    },
  },
};
