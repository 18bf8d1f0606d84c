import { isScope } from '../scopes.js';
import { operationById, operations } from './operations.js';

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
  'receiveDirectDebitCallbackOfAccount',
  'receiveCardCallback',
  'receiveCardCallbackOfAccount',
  'receiveProcessorNotification',
  'receiveProcessorNotificationOfAccount',
  'getWebhookJwks',
  'getWebhookPublicKey',
];

describe('the table of operations', () => {
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
