import { defineOperations } from './operation.js';

const shared = { service: 'payment-link', kinds: ['customer'], envelope: 'E3' } as const;

export const paymentOperations = [
  ...defineOperations({ ...shared, area: 'Payments' }, [
    {
      id: 'createPayment',
      route: 'POST /payments',
      scope: 'payment:create',
      idempotency: 'optional',
      built: true,
      summary: 'Charge a stored payment method',
    },
    {
      id: 'listPayments',
      route: 'GET /payments',
      scope: 'payment:list',
      built: true,
      summary: 'List payments',
    },
    {
      id: 'getPayment',
      route: 'GET /payments/{paymentId}',
      scope: 'payment:get',
      built: true,
      summary: 'Read a payment',
    },
    {
      id: 'updatePayment',
      route: 'POST /payments/{paymentId}',
      scope: 'payment:update',
      summary: 'Update the metadata of a payment',
    },
  ]),
  ...defineOperations({ ...shared, area: 'Payouts' }, [
    {
      id: 'createPayout',
      route: 'POST /payouts',
      scope: 'payout:create',
      idempotency: 'required',
      statuses: [200, 400],
      summary: 'Create a payout',
    },
    {
      id: 'createScheduledPayout',
      route: 'POST /payouts/scheduled',
      scope: 'payout:create',
      idempotency: 'required',
      statuses: [200, 400, 500],
      summary: 'Create a scheduled payout',
    },
    {
      id: 'listPayouts',
      route: 'GET /payouts',
      scope: 'payout:list',
      statuses: [200, 400],
      summary: 'List payouts',
    },
    {
      id: 'getPayoutById',
      route: 'GET /payouts/{payoutId}',
      scope: 'payout:get',
      summary: 'Read a payout',
    },
    {
      id: 'confirmPayout',
      route: 'POST /payouts/{payoutId}/confirm',
      scope: 'payout:confirm',
      statuses: [200, 400],
      summary: 'Confirm a payout',
    },
    {
      id: 'cancelPayout',
      route: 'POST /payouts/{payoutId}/cancel',
      scope: 'payout:cancel',
      statuses: [200, 400],
      summary: 'Cancel a payout',
    },
  ]),
  ...defineOperations({ ...shared, area: 'Bills' }, [
    {
      id: 'listBills',
      route: 'GET /bills',
      scope: 'bill:list',
      statuses: [200, 400],
      summary: 'List bills',
    },
    {
      id: 'getBill',
      route: 'GET /bills/{billId}',
      scope: 'bill:get',
      statuses: [200, 400],
      summary: 'Read a bill and its payments',
    },
  ]),
  ...defineOperations({ ...shared, area: 'Disputes and ledger' }, [
    {
      id: 'listDisputes',
      route: 'GET /disputes',
      service: 'dispute',
      scope: 'dispute:list',
      built: true,
      summary: 'List disputes',
    },
    {
      id: 'getDispute',
      route: 'GET /disputes/{disputeId}',
      service: 'dispute',
      scope: 'dispute:get',
      built: true,
      summary: 'Read a dispute',
    },
    {
      id: 'getDisputeHistory',
      route: 'GET /disputes/{disputeId}/history',
      service: 'dispute',
      scope: 'dispute:get',
      built: true,
      summary: 'Read the status history of a dispute',
    },
    {
      id: 'submitDispute',
      route: 'POST /disputes/{disputeId}/submit',
      service: 'dispute',
      scope: 'dispute:update',
      built: true,
      summary: 'Defend a dispute',
    },
    {
      id: 'acceptDispute',
      route: 'POST /disputes/{disputeId}/accept',
      service: 'dispute',
      scope: 'dispute:update',
      built: true,
      summary: 'Accept a dispute',
    },
    {
      id: 'downloadBalanceStatement',
      route: 'GET /ledger/statement',
      scope: 'ledger:statement',
      statuses: [200, 400],
      summary: 'Get a download link of the balance statement',
    },
  ]),
  ...defineOperations({ ...shared, service: 'dispute', area: 'Call-backs', kinds: 'public' }, [
    {
      id: 'receiveProcessorNotification',
      route: 'POST /notifications/{integrationId}',
      built: true,
      summary: 'Take a notification of a card processor about a dispute',
    },
  ]),
];
