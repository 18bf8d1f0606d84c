import { MAX_EVIDENCE_BYTES } from '../states/index.js';
import { defineOperations } from './operation.js';

/** A file of 10 MiB, and what `multipart/form-data` adds to it. */
const EVIDENCE_BODY_BYTES = MAX_EVIDENCE_BYTES + 64 * 1024;

const shared = { service: 'payment-link', kinds: ['customer'], envelope: 'E3' } as const;

export const paymentOperations = [
  ...defineOperations(
    { ...shared, area: 'Payments' },
    {
      createPayment: {
        route: 'POST /payments',
        scope: 'payment:create',
        idempotency: 'optional',
        summary: 'Charge a stored payment method',
      },
      listPayments: {
        route: 'GET /payments',
        scope: 'payment:list',
        summary: 'List payments',
      },
      getPayment: {
        route: 'GET /payments/{paymentId}',
        scope: 'payment:get',
        summary: 'Read a payment',
      },
      updatePayment: {
        route: 'POST /payments/{paymentId}',
        scope: 'payment:update',
        summary: 'Update the metadata of a payment',
      },
      createRefund: {
        route: 'POST /payments/{paymentId}/refunds',
        scope: 'refund:create',
        idempotency: 'required',
        summary: 'Refund an executed payment in full or in part',
      },
      listPaymentRefunds: {
        route: 'GET /payments/{paymentId}/refunds',
        scope: 'refund:list',
        summary: 'List the refunds of a payment',
      },
      getRefund: {
        route: 'GET /refunds/{refundId}',
        scope: 'refund:list',
        summary: 'Read a refund',
      },
    },
  ),
  ...defineOperations(
    { ...shared, area: 'Payouts' },
    {
      createPayout: {
        route: 'POST /payouts',
        scope: 'payout:create',
        idempotency: 'required',
        statuses: [200, 400],
        summary: 'Create a payout',
      },
      createScheduledPayout: {
        route: 'POST /payouts/scheduled',
        scope: 'payout:create',
        idempotency: 'required',
        statuses: [200, 400, 500],
        summary: 'Create a scheduled payout',
      },
      listPayouts: {
        route: 'GET /payouts',
        scope: 'payout:list',
        statuses: [200, 400],
        summary: 'List payouts',
      },
      getPayoutById: {
        route: 'GET /payouts/{payoutId}',
        scope: 'payout:get',
        summary: 'Read a payout',
      },
      confirmPayout: {
        route: 'POST /payouts/{payoutId}/confirm',
        scope: 'payout:confirm',
        statuses: [200, 400],
        summary: 'Confirm a payout',
      },
      cancelPayout: {
        route: 'POST /payouts/{payoutId}/cancel',
        scope: 'payout:cancel',
        statuses: [200, 400],
        summary: 'Cancel a payout',
      },
    },
  ),
  ...defineOperations(
    { ...shared, area: 'Bills' },
    {
      listBills: {
        route: 'GET /bills',
        scope: 'bill:list',
        statuses: [200, 400],
        summary: 'List bills',
      },
      getBill: {
        route: 'GET /bills/{billId}',
        scope: 'bill:get',
        statuses: [200, 400],
        summary: 'Read a bill and its payments',
      },
    },
  ),
  ...defineOperations(
    { ...shared, area: 'Disputes and ledger' },
    {
      listDisputes: {
        route: 'GET /disputes',
        service: 'dispute',
        scope: 'dispute:list',
        summary: 'List disputes',
      },
      getDispute: {
        route: 'GET /disputes/{disputeId}',
        service: 'dispute',
        scope: 'dispute:get',
        summary: 'Read a dispute',
      },
      getDisputeHistory: {
        route: 'GET /disputes/{disputeId}/history',
        service: 'dispute',
        scope: 'dispute:get',
        summary: 'Read the status history of a dispute',
      },
      addDisputeEvidence: {
        route: 'POST /disputes/{disputeId}/evidence',
        service: 'dispute',
        scope: 'dispute:update',
        bodyLimitBytes: EVIDENCE_BODY_BYTES,
        summary: 'Add evidence to a dispute',
      },
      submitDispute: {
        route: 'POST /disputes/{disputeId}/submit',
        service: 'dispute',
        scope: 'dispute:update',
        summary: 'Defend a dispute',
      },
      acceptDispute: {
        route: 'POST /disputes/{disputeId}/accept',
        service: 'dispute',
        scope: 'dispute:update',
        summary: 'Accept a dispute',
      },
      downloadBalanceStatement: {
        route: 'GET /ledger/statement',
        scope: 'ledger:statement',
        statuses: [200, 400],
        summary: 'Get a download link of the balance statement',
      },
      downloadLedgerStatementFile: {
        route: 'GET /ledger/files/{file}',
        kinds: 'public',
        streams: true,
        statuses: [200, 400],
        summary: 'Download a balance statement by its signed link',
      },
    },
  ),
  ...defineOperations(
    { ...shared, service: 'dispute', area: 'Call-backs', kinds: 'public' },
    {
      receiveProcessorNotification: {
        route: 'POST /notifications/{integrationId}',
        maxAtOnce: 2,
        summary: 'Receive a notification of a card processor about a dispute',
      },
      receiveProcessorNotificationOfAccount: {
        route: 'POST /notifications/{integrationId}/{endpointId}',
        maxAtOnce: 2,
        summary: 'Receive a notification about a dispute of one account at a card processor',
      },
    },
  ),
];
