import { defineOperations } from './operation.js';

export const linkOperations = [
  ...defineOperations(
    { service: 'account-data', area: 'Link', kinds: ['customer'], envelope: 'E2' },
    {
      generateLinkToken: {
        route: 'POST /link/token',
        scope: 'link:token',
        envelope: 'E1',
        summary: 'Create a hosted link session',
      },
      createLink: {
        route: 'POST /link',
        scope: 'linkApi:create',
        statuses: [200, 400, 500],
        summary: 'Start a link and submit credentials',
      },
      linkAction: {
        route: 'POST /link/action/{loginIdentityId}',
        scope: 'linkApi:update',
        statuses: [200, 400, 500],
        summary: 'Submit the inputs of a login action',
      },
      linkStatus: {
        route: 'GET /link/status/{loginIdentityId}',
        scope: 'linkApi:read',
        statuses: [200, 400, 500],
        summary: 'Read the progress of a link attempt',
      },
      relinkV2: {
        route: 'POST /link/relink/{loginIdentityId}',
        scope: 'relinkApi:create',
        statuses: [200, 400, 500],
        summary: 'Link an existing login identity again',
      },
    },
  ),
  ...defineOperations(
    { service: 'account-data', area: 'Hosted link page', kinds: ['hosted_link'], envelope: 'E3' },
    {
      openHostedLinkSession: {
        route: 'POST /link/hosted/session',
        scope: 'link',
        summary: 'Exchange the link token for a session of the hosted page',
      },
      extendHostedLinkSession: {
        route: 'POST /link/hosted/session/extend',
        scope: 'linkApi:read',
        summary: 'Extend the session of the hosted page by half an hour',
      },
      getHostedLinkView: {
        route: 'GET /link/hosted/view',
        scope: 'linkApi:read',
        summary: 'Read everything that the hosted link page shows',
      },
      listHostedLinkInstitutions: {
        route: 'GET /link/hosted/institutions',
        scope: 'linkApi:read',
        summary: 'Search the institutions that the user can choose',
      },
      getHostedLinkConsent: {
        route: 'GET /link/hosted/consent',
        scope: 'linkApi:read',
        summary: 'Read the login form of an institution and the consent text',
      },
      startHostedLogin: {
        route: 'POST /link/hosted/login',
        scope: 'linkApi:create',
        summary: 'Submit the encrypted login and the consent',
      },
      answerHostedAction: {
        route: 'POST /link/hosted/action',
        scope: 'linkApi:update',
        summary: 'Answer a question of the institution during the login',
      },
      finishHostedLink: {
        route: 'POST /link/hosted/result',
        scope: 'linkApi:update',
        summary: 'Finish the link and get the code and the return URL',
      },
      leaveHostedLink: {
        route: 'POST /link/hosted/leave',
        scope: 'linkApi:update',
        summary: 'Cancel the link and get the return URL',
      },
      startLinkInstitutionLogin: {
        route: 'GET /link/hosted/institution_login',
        kinds: 'public',
        statuses: [303, 400, 500],
        summary: 'Redirect the user to the login page of the institution',
      },
      returnFromLinkInstitution: {
        route: 'GET /link/hosted/institution_return',
        kinds: 'public',
        statuses: [303, 400, 500],
        summary: 'Receive the user from the login page of the institution',
      },
    },
  ),
  ...defineOperations(
    { service: 'account-data', area: 'Login identity', kinds: ['login_identity'], envelope: 'E1' },
    {
      getLoginIdentity: {
        route: 'GET /login_identity',
        scope: 'loginIdentity:self',
        statuses: [200, 400, 500],
        summary: 'Read the login identity of the token',
      },
      getLoginIdentityById: {
        route: 'GET /login_identity/{loginIdentityId}',
        kinds: ['customer'],
        scope: 'loginIdentity:get',
        statuses: [200, 400, 500],
        summary: 'Read a login identity',
      },
      getLoginIdentityHistory: {
        route: 'GET /login_identity/{loginIdentityId}/history',
        kinds: ['customer'],
        scope: 'loginIdentity:get',
        statuses: [200, 400, 500],
        summary: 'Read the status history of a login identity',
      },
      refreshLoginIdentity: {
        route: 'POST /login_identity/refresh',
        scope: 'loginIdentity:update',
        summary: 'Refresh the data of the login identity',
      },
      deleteLoginIdentity: {
        route: 'DELETE /login_identity',
        scope: 'loginIdentity:delete',
        statuses: [200, 400, 500],
        summary: 'Delete the login identity and its data',
      },
    },
  ),
  ...defineOperations(
    { service: 'account-data', area: 'Institutions', kinds: ['customer'], envelope: 'E1' },
    {
      listInstitutions: {
        route: 'GET /institutions',
        scope: 'institution',
        statuses: [200, 500],
        summary: 'List institutions',
      },
      getInstitutionsForCustomer: {
        route: 'GET /institutions/customer',
        kinds: ['hosted_link', 'mandate_link', 'payment_link'],
        answeredBy: { mandate_link: 'mandate' },
        scope: 'institution:link',
        envelope: 'E3',
        statuses: [200, 400, 500],
        summary: 'List the institutions of the current hosted session',
      },
      getInstitution: {
        route: 'GET /institutions/{institutionId}',
        scope: 'institution',
        statuses: [200, 400, 500],
        summary: 'Read an institution',
      },
    },
  ),
];
