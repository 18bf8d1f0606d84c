import { createMatcher } from './match-operation.js';
import { defineOperations } from './operation.js';
import { matchOperation, operationById, operations } from './operations.js';

describe('matchOperation', () => {
  it.each([
    ['GET', '/institutions/customer', 'getInstitutionsForCustomer'],
    ['GET', '/institutions/testbank', 'getInstitution'],
    ['GET', '/payments/jwks', 'getPaymentsJwks'],
    ['GET', '/payments/01JQ0000000000000000000PAY', 'getPayment'],
    ['GET', '/mandates/auth', 'getMandateAuth'],
    ['GET', '/mandates/details', 'listDetokenizedMandates'],
    ['POST', '/payouts/scheduled', 'createScheduledPayout'],
    ['GET', '/payment_links/hosted', 'GetPaymentLink'],
    ['GET', '/payment_links/hosted/view', 'getHostedPaymentView'],
    ['POST', '/payment_links/hosted/cancel', 'CancelPaymentLink'],
    ['POST', '/payments/jwks', 'updatePayment'],
  ])('matches %s %s to %s', (method, path, id) => {
    expect(matchOperation({ method, path })?.operation.id).toBe(id);
  });

  it.each([
    ['PUT', '/payment_links'],
    ['POST', '/payment_link'],
    ['GET', '/payment_links/'],
    ['GET', '/payment_links/x/'],
    ['GET', '/payment_links/x/y'],
    ['GET', '//payments'],
    ['GET', 'payments'],
    ['GET', ''],
    ['GET', '/'],
  ])('matches %s %s to no operation', (method, path) => {
    expect(matchOperation({ method, path })).toBeUndefined();
  });

  it('returns decoded parameters and keeps a malformed escape', () => {
    expect(matchOperation({ method: 'GET', path: '/payments/a%20b' })?.params).toEqual({
      paymentId: 'a b',
    });
    expect(matchOperation({ method: 'GET', path: '/payments/a%2' })?.params).toEqual({
      paymentId: 'a%2',
    });
    expect(matchOperation({ method: 'POST', path: '/testing/disputes/d1/events' })?.params).toEqual(
      {
        disputeId: 'd1',
      },
    );
  });

  it('finds every operation by its own path', () => {
    for (const operation of operations) {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, 'x');
      expect(matchOperation({ method: operation.method, path })?.operation.id).toBe(operation.id);
    }
  });

  it('refuses two operations of the same shape', () => {
    const { service, area, kinds, envelope } = operationById('getPayment');
    const twins = defineOperations(
      { service, area, kinds, envelope },
      {
        one: {
          route: 'GET /payments/{a}',
          summary: 'One',
        },
        two: {
          route: 'GET /payments/{b}',
          summary: 'Two',
        },
      },
    );
    expect(() => createMatcher(twins)).toThrow('two and one have the same method and path');
  });
});
