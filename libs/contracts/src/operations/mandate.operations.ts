import { defineOperations } from './operation.js';

export const mandateOperations = defineOperations(
  { service: 'mandate', area: 'Mandates', kinds: ['customer'], envelope: 'E3' },
  [
    {
      id: 'createMandate',
      route: 'POST /mandates',
      scope: 'mandate:create',
      idempotency: 'optional',
      built: true,
      summary: 'Create a mandate',
    },
    {
      id: 'createMandateForExistingSender',
      route: 'POST /mandates/sender_account',
      scope: 'mandate:create',
      idempotency: 'required',
      summary: 'Create a mandate on an existing sender account',
    },
    {
      id: 'listMandates',
      route: 'GET /mandates',
      scope: 'mandate:list',
      built: true,
      summary: 'List mandates',
    },
    {
      id: 'listDetokenizedMandates',
      route: 'GET /mandates/details',
      scope: 'mandate:listSensitive',
      summary: 'List mandates with plain-text account numbers',
    },
    {
      id: 'getMandate',
      route: 'GET /mandates/{mandateId}',
      scope: 'mandate:get',
      built: true,
      summary: 'Read a mandate',
    },
    {
      id: 'getMandateAuthLink',
      route: 'POST /mandates/link',
      scope: 'mandate:create',
      summary: 'Create a hosted authorization session of a mandate',
    },
    {
      id: 'getMandateAuth',
      route: 'GET /mandates/auth',
      kinds: ['mandate_link'],
      scope: 'mandate_auth:get',
      summary: 'Read the authorization checklist of the mandate',
    },
    {
      id: 'submitAuthChecklist',
      route: 'POST /mandates/auth',
      kinds: ['mandate_link'],
      scope: 'mandate_auth:update',
      summary: 'Submit checklist items',
    },
    {
      id: 'setMandateInstitution',
      route: 'POST /mandates/institution_selection',
      kinds: ['mandate_link'],
      scope: 'mandate_auth:update',
      summary: 'Choose the institution of the mandate',
    },
    {
      id: 'authorizeMandate',
      route: 'POST /mandates/{mandateId}/authorize',
      scope: 'mandates:authorize',
      summary: 'State that the end-user consented',
    },
  ],
);
