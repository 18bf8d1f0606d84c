import { isScope } from '../scopes.js';
import { SERVICE_NAMES } from '../service-names.js';
import { operationById, operations } from './operations.js';

/** Written from the interface, not from the table: "METHOD path" by service. */
const GOLDEN: Record<string, string[]> = {
  gateway: [
    'POST /auth/customer/token',
    'POST /auth/token',
    'POST /auth/token/refresh',
    'GET /testing/clock',
    'POST /testing/clock',
  ],
  'account-data': [
    'GET /jwks',
    'POST /link/token',
    'POST /link/hosted/session',
    'POST /link/hosted/session/extend',
    'GET /link/hosted/view',
    'GET /link/hosted/institutions',
    'GET /link/hosted/consent',
    'POST /link/hosted/login',
    'POST /link/hosted/action',
    'POST /link/hosted/result',
    'POST /link/hosted/leave',
    'GET /link/hosted/institution_login',
    'GET /link/hosted/institution_return',
    'POST /link',
    'POST /link/action/{loginIdentityId}',
    'GET /link/status/{loginIdentityId}',
    'POST /link/relink/{loginIdentityId}',
    'GET /login_identity',
    'GET /login_identity/{loginIdentityId}',
    'GET /login_identity/{loginIdentityId}/history',
    'POST /login_identity/refresh',
    'DELETE /login_identity',
    'GET /institutions',
    'GET /institutions/{institutionId}',
    'GET /institutions/customer',
    'GET /accounts',
    'GET /accounts/{accountId}',
    'GET /account_numbers/{accountId}',
    'GET /balance_history/{accountId}',
    'GET /card_details',
    'GET /transactions',
    'GET /transactions/{accountId}',
    'GET /statements',
    'GET /statements/{statementId}',
    'GET /composite_statement',
    'GET /files/{file}',
    'GET /identity',
    'GET /income',
  ],
  'payment-link': [
    'POST /payment_users',
    'GET /payment_users/{paymentUserId}',
    'POST /payment_users/{paymentUserId}',
    'POST /payment_accounts',
    'GET /payment_accounts',
    'GET /payment_users/{paymentUserId}/payment_accounts',
    'DELETE /payment_accounts/{paymentAccountId}',
    'GET /payment_users/{paymentUserId}/payment_methods',
    'POST /payment_users/{paymentUserId}/payment_methods',
    'GET /payment_methods/{paymentMethodId}',
    'POST /payment_methods/{paymentMethodId}/cancel',
    'POST /payment_links',
    'GET /payment_links/{paymentLinkId}',
    'POST /payment_links/{paymentLinkId}/cancel',
    'POST /payment_links/hosted/session',
    'POST /payment_links/hosted/session/extend',
    'GET /payment_links/hosted/view',
    'GET /payment_links/hosted/available_payment_methods',
    'POST /payment_links/hosted/select_payment_method',
    'POST /payment_links/hosted/submit_card',
    'POST /payment_links/hosted/submit_payment_method',
    'POST /payment_links/hosted/autopay_enrollment',
    'POST /payment_links/hosted/change_payment_method',
    'GET /payment_links/hosted/challenge',
    'GET /payment_links/hosted/challenge_return',
    'POST /callbacks/cards/{integrationId}',
    'POST /payments',
    'GET /payments',
    'GET /payments/{paymentId}',
    'POST /payments/{paymentId}',
    'POST /payments/{paymentId}/refunds',
    'GET /payments/{paymentId}/refunds',
    'GET /refunds/{refundId}',
    'POST /payouts',
    'POST /payouts/scheduled',
    'GET /payouts',
    'GET /payouts/{payoutId}',
    'POST /payouts/{payoutId}/confirm',
    'POST /payouts/{payoutId}/cancel',
    'GET /bills',
    'GET /bills/{billId}',
    'GET /ledger/statement',
    'GET /ledger/files/{file}',
    'POST /testing/payments/{paymentId}/status',
    'POST /testing/incoming_transfers',
    'POST /testing/bills',
    'GET /testing/processor_ledger',
  ],
  mandate: [
    'GET /payments/jwks',
    'POST /mandates',
    'POST /mandates/sender_account',
    'GET /mandates',
    'GET /mandates/details',
    'GET /mandates/{mandateId}',
    'POST /mandates/link',
    'GET /mandates/auth',
    'POST /mandates/auth',
    'POST /mandates/institution_selection',
    'POST /mandates/{mandateId}/authorize',
    'POST /mandates/hosted/session',
    'POST /mandates/hosted/session/extend',
    'GET /mandates/hosted/view',
    'GET /mandates/hosted/institutions',
    'POST /mandates/hosted/leave',
    'GET /mandates/hosted/institution_login',
    'GET /mandates/hosted/institution_return',
    'POST /callbacks/direct_debits/{integrationId}',
    'POST /testing/mandates/{mandateId}/status',
  ],
  dispute: [
    'GET /disputes',
    'GET /disputes/{disputeId}',
    'GET /disputes/{disputeId}/history',
    'POST /disputes/{disputeId}/evidence',
    'POST /disputes/{disputeId}/submit',
    'POST /disputes/{disputeId}/accept',
    'POST /notifications/{integrationId}',
    'POST /testing/disputes',
    'POST /testing/disputes/{disputeId}/events',
  ],
  'webhook-dispatch': [
    'POST /webhook_endpoints',
    'GET /webhook_endpoints',
    'GET /webhook_endpoints/{webhookEndpointId}',
    'PATCH /webhook_endpoints/{webhookEndpointId}',
    'DELETE /webhook_endpoints/{webhookEndpointId}',
    'POST /webhook_endpoints/{webhookEndpointId}/rotate_secret',
    'POST /webhook_endpoints/{webhookEndpointId}/test',
    'POST /webhook_endpoints/{webhookEndpointId}/pause',
    'POST /webhook_endpoints/{webhookEndpointId}/resume',
    'POST /webhook_endpoints/{webhookEndpointId}/recover',
    'GET /webhook_events',
    'GET /webhook_events/{eventId}',
    'GET /webhook_events/{eventId}/attempts',
    'POST /webhook_events/{eventId}/resend',
    'GET /webhook_event_types',
    'GET /webhooks/jwks',
    'GET /webhooks/public_key.pem',
  ],
};

const PUBLIC_OPERATIONS = [
  'downloadLedgerStatementFile',
  'downloadStatementFile',
  'generateCustomerAccessToken',
  'getCredSubmitJwks',
  'getPaymentsJwks',
  'openHostedMandateSession',
  'openHostedPaymentSession',
  'startHostedChallenge',
  'returnFromHostedChallenge',
  'startInstitutionLogin',
  'returnFromInstitution',
  'startLinkInstitutionLogin',
  'returnFromLinkInstitution',
  'receiveDirectDebitCallback',
  'receiveCardCallback',
  'receiveProcessorNotification',
  'getWebhookJwks',
  'getWebhookPublicKey',
];

describe('the table of operations', () => {
  it.each(SERVICE_NAMES)('lets %s answer exactly the operations of the interface', (service) => {
    const routes = operations
      .filter((operation) => operation.service === service)
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.sort()).toEqual([...(GOLDEN[service] ?? [])].sort());
  });

  it('has unique IDs and routes', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(
      operations.length,
    );
  });

  it('requires a token for every operation that is not public', () => {
    const open = operations.filter(({ kinds }) => kinds === 'public').map(({ id }) => id);
    expect(open.sort()).toEqual([...PUBLIC_OPERATIONS].sort());
  });

  it('requires a known scope unless the operation is public or of the hosted payment page', () => {
    for (const { id, kinds, scope, path } of operations) {
      const needsNone = kinds === 'public' || path.startsWith('/payment_links/hosted/');
      expect([id, scope === null ? needsNone : isScope(scope)]).toEqual([id, true]);
    }
  });

  it('uses E2 for the link operations and E1 for the older data operations', () => {
    const idsWith = (variant: string) =>
      operations.filter(({ envelope }) => envelope === variant).map(({ id }) => id);
    expect(idsWith('E2').sort()).toEqual(
      ['createLink', 'getCredSubmitJwks', 'linkAction', 'linkStatus', 'relinkV2'].sort(),
    );
    expect(idsWith('E1').sort()).toEqual(
      [
        'generateCustomerAccessToken',
        'token',
        'refreshToken',
        'generateLinkToken',
        'getLoginIdentity',
        'getLoginIdentityById',
        'getLoginIdentityHistory',
        'refreshLoginIdentity',
        'deleteLoginIdentity',
        'listInstitutions',
        'getInstitution',
        'listAccounts',
        'getAccount',
        'getAccountNumber',
        'getBalanceHistory',
        'listTransactionsByLoginIdentityId',
        'listTransactionsByAccountId',
        'getStatements',
        'getStatement',
        'getCompositeStatement',
        'getIdentity',
        'getIncomeEstimateByLoginIdentityId',
      ].sort(),
    );
  });

  it('reads the idempotency key where the interface says so', () => {
    const keyed = operations
      .filter(({ idempotency }) => idempotency)
      .map(({ id, idempotency }) => `${id} ${idempotency}`);
    expect(keyed.sort()).toEqual([
      'createMandate optional',
      'createMandateForExistingSender required',
      'createPayment optional',
      'createPayout required',
      'createRefund required',
      'createScheduledPayout required',
    ]);
  });

  it('keeps testing operations from live apps', () => {
    const testOnly = operations.filter((operation) => operation.testOnly);
    expect(testOnly.map(({ path }) => path.split('/')[1])).toEqual(testOnly.map(() => 'testing'));
    expect(testOnly).toHaveLength(9);
  });

  it('finds an operation by its ID', () => {
    expect(operationById('CreatePaymentLink').path).toBe('/payment_links');
    expect(() => operationById('createPaymentLink')).toThrow('no operation createPaymentLink');
  });
});
