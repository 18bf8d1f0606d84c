import { defineStateMachine, type Edge } from '@towpath/kernel';

export const PAYMENT_STATES = [
  'CREATED',
  'AUTHORIZATION_REQUIRED',
  'AUTHORIZING',
  'PROCESSING',
  'SUBMITTED',
  'EXECUTED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

const PAYMENT_COMMANDS = [
  'chargeStoredMethod',
  'startInHostedPage',
  'issueInstructions',
  'beginAuthorization',
  'authorize',
  'recognizeFunds',
  'submit',
  'execute',
  'fail',
  'cancel',
  'revoke',
  'takeBack',
  'correctToExecuted',
] as const;
export type PaymentCommand = (typeof PAYMENT_COMMANDS)[number];

export type PaymentEventName =
  | 'payment.created'
  | 'payment.authorization_started'
  | 'payment.authorized'
  | 'payment.submitted'
  | 'payment.executed'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.revoked'
  | 'payment.returned'
  | 'payment.status_corrected';

type PaymentEdge = Edge<PaymentState, PaymentCommand, PaymentEventName>;

const edge = (line: PaymentEdge): PaymentEdge => line;

const started: PaymentEdge[] = [
  edge({
    from: null,
    command: 'chargeStoredMethod',
    to: 'PROCESSING',
    event: 'payment.created',
    when: 'the customer app charges a stored method',
  }),
  edge({
    from: null,
    command: 'startInHostedPage',
    to: 'AUTHORIZATION_REQUIRED',
    event: 'payment.created',
    when: 'the payer chose a method in the hosted page and has still to act',
  }),
  edge({
    from: null,
    command: 'issueInstructions',
    to: 'CREATED',
    event: 'payment.created',
    when: 'the payer was shown how to transfer the money',
  }),
];

const moved: PaymentEdge[] = [
  edge({
    from: 'AUTHORIZATION_REQUIRED',
    command: 'beginAuthorization',
    to: 'AUTHORIZING',
    event: 'payment.authorization_started',
    when: 'the payer submitted the card, or opened the bank or gateway page',
  }),
  edge({
    from: 'AUTHORIZING',
    command: 'authorize',
    to: 'PROCESSING',
    event: 'payment.authorized',
    when: 'the bank or gateway authorized it and the link still accepts it',
  }),
  edge({
    from: 'CREATED',
    command: 'recognizeFunds',
    to: 'PROCESSING',
    event: 'payment.authorized',
    when: 'the payer states that the transfer was made, or funds were seen',
  }),
  edge({
    from: 'PROCESSING',
    command: 'submit',
    to: 'SUBMITTED',
    event: 'payment.submitted',
    when: 'from here on the bank or gateway may move the money',
  }),
  ...(['PROCESSING', 'SUBMITTED'] as const).map((from) =>
    edge({
      from,
      command: 'execute',
      to: 'EXECUTED',
      event: 'payment.executed',
      when: 'the bank or gateway confirmed that the money moved',
    }),
  ),
];

const ended: PaymentEdge[] = [
  ...(['AUTHORIZING', 'PROCESSING', 'SUBMITTED'] as const).map((from) =>
    edge({
      from,
      command: 'fail',
      to: 'FAILED',
      event: 'payment.failed',
      when: 'the bank or gateway declined or rejected it',
    }),
  ),
  ...(['CREATED', 'AUTHORIZATION_REQUIRED', 'AUTHORIZING'] as const).map((from) =>
    edge({
      from,
      command: 'cancel',
      to: 'CANCELLED',
      event: 'payment.cancelled',
      when: 'the link was cancelled or expired, or the payer picked another method',
    }),
  ),
  edge({
    from: 'SUBMITTED',
    command: 'revoke',
    to: 'REVOKED',
    event: 'payment.revoked',
    when: 'the mandate was revoked before the payment was executed',
  }),
  edge({
    from: 'EXECUTED',
    command: 'takeBack',
    to: 'EXECUTED',
    event: 'payment.returned',
    when: 'the bank gave the money back to the payer; the return is shown beside the payment',
  }),
  ...(['FAILED', 'REVOKED'] as const).map((from) =>
    edge({
      from,
      command: 'correctToExecuted',
      to: 'EXECUTED',
      event: 'payment.status_corrected',
      when: 'the bank or gateway reports as collected what it had reported as ended',
      correction: true,
    }),
  ),
];

/** Only `EXECUTED` is success; it stays when money is returned, which other resources show. */
export const paymentMachine = defineStateMachine<PaymentState, PaymentCommand, PaymentEventName>({
  name: 'payment',
  states: PAYMENT_STATES,
  commands: PAYMENT_COMMANDS,
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [...started, ...moved, ...ended],
});
