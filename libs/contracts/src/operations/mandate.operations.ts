import { defineOperations } from './operation.js';

const mandates = defineOperations(
  { service: 'mandate', area: 'Mandates', kinds: ['customer'], envelope: 'E3' },
  {
    createMandate: {
      route: 'POST /mandates',
      scope: 'mandate:create',
      idempotency: 'optional',
      summary: 'Create a mandate',
    },
    createMandateForExistingSender: {
      route: 'POST /mandates/sender_account',
      scope: 'mandate:create',
      idempotency: 'required',
      summary: 'Create a mandate for an existing external account',
    },
    listMandates: {
      route: 'GET /mandates',
      scope: 'mandate:list',
      summary: 'List mandates',
    },
    listDetokenizedMandates: {
      route: 'GET /mandates/details',
      scope: 'mandate:listSensitive',
      summary: 'List mandates with plain-text account numbers',
    },
    getMandate: {
      route: 'GET /mandates/{mandateId}',
      scope: 'mandate:get',
      summary: 'Read a mandate',
    },
    getMandateAuthLink: {
      route: 'POST /mandates/link',
      scope: 'mandate:create',
      summary: 'Create a hosted authorization session of a mandate',
    },
    getMandateAuth: {
      route: 'GET /mandates/auth',
      kinds: ['mandate_link'],
      scope: 'mandate_auth:get',
      summary: 'Read the authorization checklist of the mandate',
    },
    submitAuthChecklist: {
      route: 'POST /mandates/auth',
      kinds: ['mandate_link'],
      scope: 'mandate_auth:update',
      summary: 'Submit checklist items',
    },
    setMandateInstitution: {
      route: 'POST /mandates/institution_selection',
      kinds: ['mandate_link'],
      scope: 'mandate_auth:update',
      summary: 'Choose the institution of the mandate',
    },
    authorizeMandate: {
      route: 'POST /mandates/{mandateId}/authorize',
      scope: 'mandates:authorize',
      summary: 'State that the end-user consented',
    },
  },
);

/** Called by the hosted mandate page; the session's token names the mandate. */
const hostedMandates = defineOperations(
  { service: 'mandate', area: 'Hosted mandate page', kinds: ['mandate_link'], envelope: 'E3' },
  {
    openHostedMandateSession: {
      route: 'POST /mandates/hosted/session',
      kinds: 'public',
      summary: 'Exchange the token of the mandate link for a session',
    },
    extendHostedMandateSession: {
      route: 'POST /mandates/hosted/session/extend',
      scope: 'mandate_auth:get',
      summary: 'Extend the session of the hosted page by half an hour',
    },
    getHostedMandateView: {
      route: 'GET /mandates/hosted/view',
      scope: 'mandate_auth:get',
      summary: 'Read everything that the hosted mandate page shows',
    },
    listHostedMandateInstitutions: {
      route: 'GET /mandates/hosted/institutions',
      scope: 'mandate_auth:get',
      summary: 'Search the institutions that the payer can choose',
    },
    leaveHostedMandate: {
      route: 'POST /mandates/hosted/leave',
      scope: 'mandate_auth:update',
      summary: 'Cancel the authorization of the mandate',
    },
    startInstitutionLogin: {
      route: 'GET /mandates/hosted/institution_login',
      kinds: 'public',
      statuses: [303, 400, 500],
      summary: 'Redirect the payer to the login page of the institution',
    },
    returnFromInstitution: {
      route: 'GET /mandates/hosted/institution_return',
      kinds: 'public',
      statuses: [303, 400, 500],
      summary: 'Receive the payer from the login page of the institution',
    },
  },
);

const bankCallBacks = defineOperations(
  { service: 'mandate', area: 'Call-backs', kinds: 'public', envelope: 'E3' },
  {
    receiveDirectDebitCallback: {
      route: 'POST /callbacks/direct_debits/{integrationId}',
      summary: 'Receive a signed notification of a direct debit bank',
    },
    receiveDirectDebitCallbackOfAccount: {
      route: 'POST /callbacks/direct_debits/{integrationId}/{endpointId}',
      summary: 'Receive a signed notification of one account at a direct debit bank',
    },
  },
);

export const mandateOperations = [...mandates, ...hostedMandates, ...bankCallBacks];
