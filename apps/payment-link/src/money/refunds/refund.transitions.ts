import { defineStateMachine, type Edge } from '@towpath/kernel';

export const REFUND_STATES = ['SUBMITTED', 'EXECUTED', 'FAILED'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

const REFUND_COMMANDS = ['submit', 'request', 'execute', 'fail', 'correctToExecuted'] as const;
export type RefundCommand = (typeof REFUND_COMMANDS)[number];

export type RefundEventName =
  'refund.submitted' | 'refund.executed' | 'refund.failed' | 'refund.status_corrected';
type RefundEdge = Edge<RefundState, RefundCommand, RefundEventName>;

const edges: RefundEdge[] = [
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
    from: 'FAILED',
    command: 'correctToExecuted',
    to: 'EXECUTED',
    event: 'refund.status_corrected',
    when: 'the bank shows as paid out what was recorded as failed',
    correction: true,
  },
];

export const refundMachine = defineStateMachine<RefundState, RefundCommand, RefundEventName>({
  name: 'refund',
  states: REFUND_STATES,
  commands: REFUND_COMMANDS,
  refusal: 'REFUND_NOT_ALLOWED',
  edges,
});
