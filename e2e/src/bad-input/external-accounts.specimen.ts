import { CreatePaymentAccountRequest } from '@towpath/contracts/payment-link';
import type { Specimen } from './operation-specimen.js';
import type { World } from './world.js';

/** Uses every member but the masked number, which excludes the whole one. */
const externalAccount = ({ ids }: World) => ({
  account_type: 'EXTERNAL_ACCOUNT',
  accountholder_name: 'Chan Tai Man',
  institution_id: 'testbank',
  user_id: ids.paymentUserId,
  account_number: { type: 'LOCAL', number: '012-345678-833' },
  currencies: ['HKD'],
  metadata: { order: '1' },
});

export const externalAccounts: Readonly<Record<string, Specimen>> = {
  createPaymentAccount: {
    body: {
      type: CreatePaymentAccountRequest,
      valid: externalAccount,
      names: ['user_id', 'account_number.number', 'account_number_masked'],
    },
  },
  listPaymentAccounts: { unknownId: 'PAYMENT_USER_NOT_FOUND' },
  deletePaymentAccount: { unknownId: 'PAYMENT_ACCOUNT_NOT_FOUND' },
};
