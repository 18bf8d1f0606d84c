import { defineOperations } from './operation.js';

const shared = { service: 'payment-link', kinds: ['customer'], envelope: 'E3' } as const;

export const paymentUserOperations = [
  ...defineOperations(
    { ...shared, area: 'Payment users' },
    {
      createPaymentUser: {
        route: 'POST /payment_users',
        scope: 'payment_user:create',
        summary: 'Create a payment user',
      },
      getPaymentUser: {
        route: 'GET /payment_users/{paymentUserId}',
        scope: 'payment_user:get',
        summary: 'Read a payment user',
      },
      updatePaymentUser: {
        route: 'POST /payment_users/{paymentUserId}',
        scope: 'paymentUser:update',
        statuses: [200, 400, 500],
        summary: 'Update a payment user',
      },
    },
  ),
  ...defineOperations(
    { ...shared, area: 'Payment accounts' },
    {
      createPaymentAccount: {
        route: 'POST /payment_accounts',
        scope: 'payment_account:create',
        summary: 'Create an external payment account',
      },
      listPaymentAccountsWithEnrichedData: {
        route: 'GET /payment_accounts',
        scope: 'paymentAccount:list',
        summary: 'List payment accounts',
      },
      listPaymentAccounts: {
        route: 'GET /payment_users/{paymentUserId}/payment_accounts',
        scope: 'payment_account:get',
        summary: 'List the payment accounts of a user',
      },
      deletePaymentAccount: {
        route: 'DELETE /payment_accounts/{paymentAccountId}',
        scope: 'payment_account:delete',
        summary: 'Delete an external payment account',
      },
    },
  ),
  ...defineOperations(
    { ...shared, area: 'Payment methods' },
    {
      listPaymentMethods: {
        route: 'GET /payment_users/{paymentUserId}/payment_methods',
        scope: 'payment_method:list',
        summary: 'List the stored payment methods of a user',
      },
      createPaymentMethod: {
        route: 'POST /payment_users/{paymentUserId}/payment_methods',
        scope: 'paymentMethod:create',
        summary: 'Import a payment method that is already authorized',
      },
      getPaymentMethod: {
        route: 'GET /payment_methods/{paymentMethodId}',
        scope: 'paymentMethod:get',
        summary: 'Read a payment method',
      },
      cancelPaymentMethod: {
        route: 'POST /payment_methods/{paymentMethodId}/cancel',
        scope: 'paymentMethod:cancel',
        statuses: [200, 400],
        summary: 'Cancel a payment method',
      },
    },
  ),
];
