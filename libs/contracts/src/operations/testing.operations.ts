import { defineOperations } from './operation.js';

export const testingOperations = defineOperations(
  { service: 'payment-link', area: 'Testing', kinds: ['customer'], envelope: 'E3' },
  [
    {
      id: 'updateTestPaymentStatus',
      route: 'POST /testing/payments/{paymentId}/status',
      scope: 'testPayment:update',
      deprecated: true,
      statuses: [200, 400, 500],
      summary: 'Move a test manual payment to EXECUTED',
    },
    {
      id: 'updateTestMandateStatus',
      route: 'POST /testing/mandates/{mandateId}/status',
      service: 'mandate',
      scope: 'testing',
      built: true,
      summary: "Decide on a test mandate in the bank's place",
    },
    {
      id: 'createTestIncomingTransfer',
      route: 'POST /testing/incoming_transfers',
      scope: 'testing',
      summary: 'Let a test bank transfer arrive',
    },
    {
      id: 'createTestDispute',
      route: 'POST /testing/disputes',
      service: 'dispute',
      scope: 'testing',
      built: true,
      summary: 'Open a test dispute',
    },
    {
      id: 'createTestDisputeEvent',
      route: 'POST /testing/disputes/{disputeId}/events',
      service: 'dispute',
      scope: 'testing',
      built: true,
      summary: 'Send the next event of a test dispute',
    },
    {
      id: 'createTestBill',
      route: 'POST /testing/bills',
      scope: 'testing',
      summary: 'Let a test bill arrive',
    },
    {
      id: 'getTestProcessorLedger',
      route: 'GET /testing/processor_ledger',
      scope: 'testing',
      built: true,
      summary: 'What the test gateways and banks believe, by payment',
    },
    {
      id: 'getTestClock',
      route: 'GET /testing/clock',
      service: 'gateway',
      scope: 'testing',
      built: true,
      summary: "Read the app's clock",
    },
    {
      id: 'updateTestClock',
      route: 'POST /testing/clock',
      service: 'gateway',
      scope: 'testing',
      built: true,
      summary: "Advance, freeze or release the app's clock",
    },
  ],
).map((operation) => ({ ...operation, testOnly: true }));
