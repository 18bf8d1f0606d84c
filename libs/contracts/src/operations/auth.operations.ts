import { defineOperations } from './operation.js';

export const authOperations = [
  ...defineOperations(
    { service: 'gateway', area: 'Authentication', kinds: ['customer'], envelope: 'E1' },
    {
      generateCustomerAccessToken: {
        route: 'POST /auth/customer/token',
        kinds: 'public',
        summary: 'Exchange app credentials for a customer token',
      },
      token: {
        route: 'POST /auth/token',
        scope: 'loginIdentity:token',
        statuses: [200, 400, 500],
        summary: 'Exchange a link code for a login identity token',
      },
      refreshToken: {
        route: 'POST /auth/token/refresh',
        scope: 'loginIdentity:token',
        statuses: [200, 400, 500],
        summary: 'Exchange a refresh token for a new pair of login identity tokens',
      },
    },
  ),
  ...defineOperations(
    { service: 'account-data', area: 'Authentication', kinds: 'public', envelope: 'E2' },
    {
      getCredSubmitJwks: {
        route: 'GET /jwks',
        statuses: [200, 500],
        summary: 'Read the public keys to encrypt institution credentials',
      },
      getPaymentsJwks: {
        route: 'GET /payments/jwks',
        service: 'mandate',
        envelope: 'E3',
        statuses: [200, 500],
        summary: 'Read the public keys to encrypt mandate checklist items',
      },
    },
  ),
];
