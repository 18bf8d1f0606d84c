import { field } from '@towpath/contracts';
import { seenBy, under } from '@towpath/contracts/operator';
import { PaymentAccountResponse } from '@towpath/contracts/payment-link';

/** What operators see besides, with a reason: holder and number as they were given. */
class SeenPaymentAccount extends PaymentAccountResponse {
  @field.text('Name of the account holder.', { optional: true })
  accountholder_name_plaintext?: string | null;
}

/** Accounts of both kinds. */
export const paymentAccountView = seenBy(SeenPaymentAccount, {
  viewer: [
    'account_id',
    'account_type',
    'account_number_masked',
    'bank_code',
    'branch_code',
    'business_units',
    'currencies',
    'customer_app_id',
    'institution_id',
    'institution_name',
    'legal_entity_name',
    'settlement_account_reference',
    'user_id',
    'created_at',
    'updated_at',
    ...under('payment_method_overview', [
      'live_mode',
      'payment_method_type',
      'payment_method_subtype',
      'payment_confirmation_speed',
      'external_gateway',
      'payment_processor',
      'supported_currencies',
    ]),
  ],
  operator: ['accountholder_name_plaintext'],
});
