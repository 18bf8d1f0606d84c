import { defineStateMachine, type CommandOf, type StateOf } from '@towpath/kernel';

/** Only `EXECUTED` is success; it stays when money is returned, which other resources show. */
export const paymentMachine = defineStateMachine({
  name: 'payment',
  states: [
    'CREATED',
    'AUTHORIZATION_REQUIRED',
    'AUTHORIZING',
    'PROCESSING',
    'SUBMITTED',
    'EXECUTED',
    'FAILED',
    'REVOKED',
    'CANCELLED',
  ],
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [
    {
      from: null,
      command: 'chargeStoredMethod',
      to: 'PROCESSING',
      event: 'payment.created',
      when: 'the customer app charges a stored method',
    },
    {
      from: null,
      command: 'startInHostedPage',
      to: 'AUTHORIZATION_REQUIRED',
      event: 'payment.created',
      when: 'the payer chose a method in the hosted page and has still to act',
    },
    {
      from: null,
      command: 'issueInstructions',
      to: 'CREATED',
      event: 'payment.created',
      when: 'the payer was shown how to transfer the money',
    },
    {
      from: 'AUTHORIZATION_REQUIRED',
      command: 'beginAuthorization',
      to: 'AUTHORIZING',
      event: 'payment.authorization_started',
      when: 'the payer submitted the card, or opened the bank or gateway page',
    },
    {
      from: 'AUTHORIZING',
      command: 'authorize',
      to: 'PROCESSING',
      event: 'payment.authorized',
      when: 'the bank or gateway authorized it and the link still accepts it',
    },
    {
      from: 'CREATED',
      command: 'recognizeFunds',
      to: 'PROCESSING',
      event: 'payment.authorized',
      when: 'the payer states that the transfer was made, or funds were seen',
    },
    {
      from: 'PROCESSING',
      command: 'submit',
      to: 'SUBMITTED',
      event: 'payment.submitted',
      when: 'from here on the bank or gateway may move the money',
    },
    {
      from: ['PROCESSING', 'SUBMITTED'],
      command: 'execute',
      to: 'EXECUTED',
      event: 'payment.executed',
      when: 'the bank or gateway confirmed that the money moved',
    },
    {
      from: ['AUTHORIZING', 'PROCESSING', 'SUBMITTED'],
      command: 'fail',
      to: 'FAILED',
      event: 'payment.failed',
      when: 'the bank or gateway declined or rejected it',
    },
    {
      from: ['CREATED', 'AUTHORIZATION_REQUIRED', 'AUTHORIZING'],
      command: 'cancel',
      to: 'CANCELLED',
      event: 'payment.cancelled',
      when: 'the link was cancelled or expired, or the payer picked another method',
    },
    {
      from: 'SUBMITTED',
      command: 'revoke',
      to: 'REVOKED',
      event: 'payment.revoked',
      when: 'the mandate was revoked before the payment was executed',
    },
    {
      from: 'EXECUTED',
      command: 'takeBack',
      to: 'EXECUTED',
      event: 'payment.returned',
      when: 'the bank gave the money back, or a capture failed late; shown beside the payment',
    },
    {
      from: 'EXECUTED',
      command: 'reinstate',
      to: 'EXECUTED',
      event: 'payment.return_reversed',
      when: 'the bank cancelled the return; the money is there again',
    },
    {
      from: ['FAILED', 'REVOKED'],
      command: 'correctToExecuted',
      to: 'EXECUTED',
      event: 'payment.status_corrected',
      when: 'the bank or gateway reports as collected what it had reported as ended',
      correction: true,
    },
  ],
});

export type PaymentState = StateOf<typeof paymentMachine>;
export type PaymentCommand = CommandOf<typeof paymentMachine>;
