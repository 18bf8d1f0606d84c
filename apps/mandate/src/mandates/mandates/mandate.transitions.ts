import { defineStateMachine, edgesOf } from '@towpath/kernel';

export const MANDATE_STATES = [
  'AUTHORIZATION_REQUIRED',
  'AUTHORIZING',
  'PROCESSING',
  'READY_TO_SUBMIT',
  'SUBMITTED',
  'SUCCEEDED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
  'CLOSED',
] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** The commands, and the event of each. */
const EVENTS = {
  create: 'mandate.created',
  import: 'mandate.imported',
  beginAuthorization: 'mandate.authorization_started',
  interruptAuthorization: 'mandate.authorization_interrupted',
  authorize: 'mandate.authorized',
  prepare: 'mandate.prepared',
  submit: 'mandate.submitted',
  succeed: 'mandate.succeeded',
  fail: 'mandate.failed',
  revoke: 'mandate.revoked',
  declineConsent: 'mandate.cancelled',
  cancel: 'mandate.cancelled',
  abandon: 'mandate.closed',
  end: 'mandate.closed',
} as const;
export type MandateCommand = keyof typeof EVENTS;
export type MandateEventName = (typeof EVENTS)[MandateCommand];

const edges = edgesOf(EVENTS, [
  [
    null,
    'create',
    'AUTHORIZATION_REQUIRED',
    'the customer app or a payment link asks for a mandate',
  ],
  [
    null,
    'import',
    'SUCCEEDED',
    'the customer app brings in an authorization that the bank already gave',
  ],
  [
    'AUTHORIZATION_REQUIRED',
    'beginAuthorization',
    'AUTHORIZING',
    'the first checklist item was submitted, or the institution login was opened',
  ],
  [
    'AUTHORIZING',
    'interruptAuthorization',
    'AUTHORIZATION_REQUIRED',
    'the institution login failed and may be tried again',
  ],
  [
    'AUTHORIZATION_REQUIRED',
    'authorize',
    'PROCESSING',
    'the customer app holds the consent and no other factor is required',
  ],
  [
    'AUTHORIZING',
    'authorize',
    'PROCESSING',
    'every required factor is satisfied, and a link still has this attempt as its own',
  ],
  [
    'PROCESSING',
    'prepare',
    'READY_TO_SUBMIT',
    'the request to the bank is ready and waits for the submission window',
  ],
  [
    ['PROCESSING', 'READY_TO_SUBMIT'],
    'submit',
    'SUBMITTED',
    'from here on the bank may hold the authorization',
  ],
  [['PROCESSING', 'SUBMITTED'], 'succeed', 'SUCCEEDED', 'the bank accepted the mandate'],
  [
    ['AUTHORIZING', 'PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED'],
    'fail',
    'FAILED',
    'the institution refused for good, or the bank or our checks rejected it',
  ],
  ['SUCCEEDED', 'revoke', 'REVOKED', 'the payer withdrew the authorization at the bank'],
  [
    'AUTHORIZATION_REQUIRED',
    'declineConsent',
    'CANCELLED',
    'the customer app reports that the end-user did not consent',
  ],
  [
    ['AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED'],
    'cancel',
    'CANCELLED',
    'the customer app cancelled the payment method of the mandate',
  ],
  [
    ['AUTHORIZATION_REQUIRED', 'AUTHORIZING'],
    'abandon',
    'CLOSED',
    'the payer left the payment link, or chose another method on it',
  ],
  [
    ['AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED'],
    'end',
    'CLOSED',
    'the last day of the mandate has passed, UTC',
  ],
]);

/** Only `SUCCEEDED` can be charged. */
export const mandateMachine = defineStateMachine<MandateState, MandateCommand, MandateEventName>({
  name: 'mandate',
  states: MANDATE_STATES,
  commands: Object.keys(EVENTS) as MandateCommand[],
  refusal: 'INVALID_MANDATE_STATUS',
  edges,
});
