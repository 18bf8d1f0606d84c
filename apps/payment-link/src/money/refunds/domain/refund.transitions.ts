import { defineStateMachine, type Edge } from '@towpath/kernel';

/** States of a refund that we start ourselves; it never waits for anybody's confirmation. */
export const REFUND_STATES = ['SUBMITTED', 'EXECUTED'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_COMMANDS = ['submit', 'execute'] as const;
export type RefundCommand = (typeof REFUND_COMMANDS)[number];

export type RefundEventName = 'refund.submitted' | 'refund.executed';
export type RefundEdge = Edge<RefundState, RefundCommand, RefundEventName>;

const edges: RefundEdge[] = [
  {
    from: null,
    command: 'submit',
    to: 'SUBMITTED',
    event: 'refund.submitted',
    when: 'money arrived that the payment link does not take; the gateway is told to return it',
  },
  {
    from: 'SUBMITTED',
    command: 'execute',
    to: 'EXECUTED',
    event: 'refund.executed',
    when: 'the gateway confirmed that the money went back',
  },
];

export const refundMachine = defineStateMachine<RefundState, RefundCommand, RefundEventName>({
  name: 'refund',
  states: REFUND_STATES,
  commands: REFUND_COMMANDS,
  refusal: 'REFUND_NOT_ALLOWED',
  edges,
});
