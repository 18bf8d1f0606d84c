import { defineStateMachine, type CommandOf, type StateOf } from '@towpath/kernel';

export const refundMachine = defineStateMachine({
  name: 'refund',
  states: ['SUBMITTED', 'EXECUTED', 'FAILED', 'REVERSED'],
  refusal: 'REFUND_NOT_ALLOWED',
  edges: [
    {
      from: null,
      command: 'submit',
      to: 'SUBMITTED',
      event: 'refund.submitted',
      when: 'money arrived that the payment link does not take; the gateway or bank is told to return it',
    },
    {
      from: null,
      command: 'request',
      to: 'SUBMITTED',
      event: 'refund.submitted',
      when: 'the customer app asks for it and the payment has the amount left',
    },
    {
      from: 'SUBMITTED',
      command: 'execute',
      to: 'EXECUTED',
      event: 'refund.executed',
      when: 'the gateway or bank confirmed that the money went back',
    },
    {
      from: 'SUBMITTED',
      command: 'fail',
      to: 'FAILED',
      event: 'refund.failed',
      when: 'the gateway or bank refused it; the amount is left to be refunded again',
    },
    {
      from: 'EXECUTED',
      command: 'reverse',
      to: 'REVERSED',
      event: 'refund.reversed',
      when: 'the money did not arrive after all and came back; it is left to be refunded again',
    },
    {
      from: 'FAILED',
      command: 'correctToExecuted',
      to: 'EXECUTED',
      event: 'refund.status_corrected',
      when: 'the bank shows as paid out what was recorded as failed',
      correction: true,
    },
  ],
});

export type RefundState = StateOf<typeof refundMachine>;
export type RefundCommand = CommandOf<typeof refundMachine>;
