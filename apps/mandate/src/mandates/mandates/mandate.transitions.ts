import { defineStateMachine, type Edge } from '@towpath/kernel';

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

export const MANDATE_COMMANDS = [
  'create',
  'import',
  'beginAuthorization',
  'interruptAuthorization',
  'authorize',
  'prepare',
  'submit',
  'succeed',
  'fail',
  'revoke',
  'declineConsent',
  'cancel',
  'abandon',
  'end',
] as const;
export type MandateCommand = (typeof MANDATE_COMMANDS)[number];

export type MandateEventName =
  | 'mandate.created'
  | 'mandate.imported'
  | 'mandate.authorization_started'
  | 'mandate.authorization_interrupted'
  | 'mandate.authorized'
  | 'mandate.prepared'
  | 'mandate.submitted'
  | 'mandate.succeeded'
  | 'mandate.failed'
  | 'mandate.revoked'
  | 'mandate.cancelled'
  | 'mandate.closed';

type MandateEdge = Edge<MandateState, MandateCommand, MandateEventName>;

const edge = (line: MandateEdge): MandateEdge => line;

const started: MandateEdge[] = [
  edge({
    from: null,
    command: 'create',
    to: 'AUTHORIZATION_REQUIRED',
    event: 'mandate.created',
    when: 'the customer app or a payment link asks for a mandate',
  }),
  edge({
    from: null,
    command: 'import',
    to: 'SUCCEEDED',
    event: 'mandate.imported',
    when: 'the customer app brings in an authorization that the bank already gave',
  }),
];

const authorization: MandateEdge[] = [
  edge({
    from: 'AUTHORIZATION_REQUIRED',
    command: 'beginAuthorization',
    to: 'AUTHORIZING',
    event: 'mandate.authorization_started',
    when: 'the first checklist item was submitted, or the institution login was opened',
  }),
  edge({
    from: 'AUTHORIZING',
    command: 'interruptAuthorization',
    to: 'AUTHORIZATION_REQUIRED',
    event: 'mandate.authorization_interrupted',
    when: 'the institution login failed and may be tried again',
  }),
  edge({
    from: 'AUTHORIZATION_REQUIRED',
    command: 'authorize',
    to: 'PROCESSING',
    event: 'mandate.authorized',
    when: 'the customer app holds the consent and no other factor is required',
  }),
  edge({
    from: 'AUTHORIZING',
    command: 'authorize',
    to: 'PROCESSING',
    event: 'mandate.authorized',
    when: 'every required factor is satisfied, and a link still has this attempt as its own',
  }),
];

const atTheBank: MandateEdge[] = [
  edge({
    from: 'PROCESSING',
    command: 'prepare',
    to: 'READY_TO_SUBMIT',
    event: 'mandate.prepared',
    when: 'the request to the bank is ready and waits for the submission window',
  }),
  ...(['PROCESSING', 'READY_TO_SUBMIT'] as const).map((from) =>
    edge({
      from,
      command: 'submit',
      to: 'SUBMITTED',
      event: 'mandate.submitted',
      when: 'from here on the bank may hold the authorization',
    }),
  ),
  ...(['PROCESSING', 'SUBMITTED'] as const).map((from) =>
    edge({
      from,
      command: 'succeed',
      to: 'SUCCEEDED',
      event: 'mandate.succeeded',
      when: 'the bank accepted the mandate',
    }),
  ),
  ...(['AUTHORIZING', 'PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED'] as const).map((from) =>
    edge({
      from,
      command: 'fail',
      to: 'FAILED',
      event: 'mandate.failed',
      when: 'the institution refused for good, or the bank or our checks rejected it',
    }),
  ),
];

const ended: MandateEdge[] = [
  edge({
    from: 'SUCCEEDED',
    command: 'revoke',
    to: 'REVOKED',
    event: 'mandate.revoked',
    when: 'the payer withdrew the authorization at the bank',
  }),
  edge({
    from: 'AUTHORIZATION_REQUIRED',
    command: 'declineConsent',
    to: 'CANCELLED',
    event: 'mandate.cancelled',
    when: 'the customer app reports that the end-user did not consent',
  }),
  ...(['AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED'] as const).map((from) =>
    edge({
      from,
      command: 'cancel',
      to: 'CANCELLED',
      event: 'mandate.cancelled',
      when: 'the customer app cancelled the payment method of the mandate',
    }),
  ),
  ...(['AUTHORIZATION_REQUIRED', 'AUTHORIZING'] as const).map((from) =>
    edge({
      from,
      command: 'abandon',
      to: 'CLOSED',
      event: 'mandate.closed',
      when: 'the payer left the payment link, or chose another method on it',
    }),
  ),
  ...(['AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED'] as const).map((from) =>
    edge({
      from,
      command: 'end',
      to: 'CLOSED',
      event: 'mandate.closed',
      when: 'the last day of the mandate has passed, UTC',
    }),
  ),
];

/** Only `SUCCEEDED` can be charged. */
export const mandateMachine = defineStateMachine<MandateState, MandateCommand, MandateEventName>({
  name: 'mandate',
  states: MANDATE_STATES,
  commands: MANDATE_COMMANDS,
  refusal: 'INVALID_MANDATE_STATUS',
  edges: [...started, ...authorization, ...atTheBank, ...ended],
});
