import { defineOperations } from './operation.js';

export const testingOperations = defineOperations(
  { service: 'payment-link', area: 'Testing', kinds: ['customer'], envelope: 'E3' },
  {
    updateTestPaymentStatus: {
      route: 'POST /testing/payments/{paymentId}/status',
      scope: 'testPayment:update',
      deprecated: true,
      statuses: [200, 400, 500],
      summary: 'Move a test manual payment to EXECUTED',
    },
    updateTestMandateStatus: {
      route: 'POST /testing/mandates/{mandateId}/status',
      service: 'mandate',
      scope: 'testing',
      summary: "Set the bank's decision on a test mandate",
    },
    createTestIncomingTransfer: {
      route: 'POST /testing/incoming_transfers',
      scope: 'testing',
      summary: 'Simulate a bank transfer of a payer',
    },
    createTestDispute: {
      route: 'POST /testing/disputes',
      service: 'dispute',
      scope: 'testing',
      summary: 'Open a test dispute',
    },
    createTestDisputeEvent: {
      route: 'POST /testing/disputes/{disputeId}/events',
      service: 'dispute',
      scope: 'testing',
      summary: 'Send the next event of a test dispute',
    },
    createTestBill: {
      route: 'POST /testing/bills',
      scope: 'testing',
      summary: 'Simulate a bill of the external billing system',
    },
    getTestProcessorLedger: {
      route: 'GET /testing/processor_ledger',
      scope: 'testing',
      summary: 'Read the books of the test gateways and banks by payment',
    },
    getTestClock: {
      route: 'GET /testing/clock',
      service: 'gateway',
      scope: 'testing',
      summary: "Read the app's clock",
    },
    updateTestClock: {
      route: 'POST /testing/clock',
      service: 'gateway',
      scope: 'testing',
      statuses: [200, 400, 401, 409, 500],
      summary: "Advance, freeze or release the app's clock",
    },
  },
).map((operation) => ({ ...operation, testOnly: true }));
