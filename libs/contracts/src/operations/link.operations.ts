import { defineOperations } from './operation.js';

export const linkOperations = [
  ...defineOperations(
    { service: 'account-data', area: 'Link', kinds: ['customer'], envelope: 'E2' },
    [
      {
        id: 'generateLinkToken',
        route: 'POST /link/token',
        scope: 'link:token',
        envelope: 'E1',
        summary: 'Create a hosted link session',
      },
      {
        id: 'createLink',
        route: 'POST /link',
        scope: 'linkApi:create',
        statuses: [200, 400, 500],
        summary: 'Start a link and submit credentials',
      },
      {
        id: 'linkAction',
        route: 'POST /link/action/{loginIdentityId}',
        scope: 'linkApi:update',
        statuses: [200, 400, 500],
        summary: 'Submit the inputs of a login action',
      },
      {
        id: 'linkStatus',
        route: 'GET /link/status/{loginIdentityId}',
        scope: 'linkApi:read',
        statuses: [200, 400, 500],
        summary: 'Poll a link attempt',
      },
      {
        id: 'relinkV2',
        route: 'POST /link/relink/{loginIdentityId}',
        scope: 'relinkApi:create',
        statuses: [200, 400, 500],
        summary: 'Link an existing login identity again',
      },
    ],
  ),
  ...defineOperations(
    { service: 'account-data', area: 'Login identity', kinds: ['login_identity'], envelope: 'E1' },
    [
      {
        id: 'getLoginIdentity',
        route: 'GET /login_identity',
        scope: 'loginIdentity:self',
        statuses: [200, 400, 500],
        summary: 'Read the login identity of the token',
      },
      {
        id: 'getLoginIdentityById',
        route: 'GET /login_identity/{loginIdentityId}',
        kinds: ['customer'],
        scope: 'loginIdentity:get',
        statuses: [200, 400, 500],
        summary: 'Read a login identity',
      },
      {
        id: 'getLoginIdentityHistory',
        route: 'GET /login_identity/{loginIdentityId}/history',
        kinds: ['customer'],
        scope: 'loginIdentity:get',
        statuses: [200, 400, 500],
        summary: 'Read the status history of a login identity',
      },
      {
        id: 'refreshLoginIdentity',
        route: 'POST /login_identity/refresh',
        scope: 'loginIdentity:update',
        summary: 'Refresh the data of the login identity',
      },
      {
        id: 'deleteLoginIdentity',
        route: 'DELETE /login_identity',
        scope: 'loginIdentity:delete',
        statuses: [200, 400, 500],
        summary: 'Delete the login identity and its data',
      },
    ],
  ),
  ...defineOperations(
    { service: 'account-data', area: 'Institutions', kinds: ['customer'], envelope: 'E1' },
    [
      {
        id: 'listInstitutions',
        route: 'GET /institutions',
        scope: 'institution',
        statuses: [200, 500],
        summary: 'List institutions',
        built: true,
      },
      {
        id: 'getInstitutionsForCustomer',
        route: 'GET /institutions/customer',
        kinds: ['hosted_link', 'mandate_link', 'payment_link'],
        answeredBy: { mandate_link: 'mandate' },
        scope: 'institution:link',
        envelope: 'E3',
        statuses: [200, 400, 500],
        summary: 'List the institutions of the current hosted session',
        built: true,
      },
      {
        id: 'getInstitution',
        route: 'GET /institutions/{institutionId}',
        scope: 'institution',
        statuses: [200, 400, 500],
        summary: 'Read an institution',
        built: true,
      },
    ],
  ),
];
