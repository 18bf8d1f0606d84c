import { defineStateMachine, type StateOf } from '@towpath/kernel';

const OPEN = ['UNPAID', 'FAILED'] as const;

export const billMachine = defineStateMachine({
  name: 'bill',
  /** `UNKNOWN` of the interface is never written. */
  states: ['UNPAID', 'PAID', 'CANCELLED', 'FAILED'],
  refusal: 'INVALID_BILL_STATUS',
  edges: [
    {
      from: null,
      command: 'receive',
      to: 'UNPAID',
      event: 'bill.created',
      when: 'the bill arrives from the external integration',
    },
    {
      from: OPEN,
      command: 'change',
      to: 'UNPAID',
      event: 'bill.changed',
      when: 'the bill was changed at its source',
    },
    {
      from: OPEN,
      command: 'pay',
      to: 'PAID',
      event: 'bill.paid',
      when: 'what its payments brought in and left reaches what is due',
    },
    {
      from: 'UNPAID',
      command: 'fail',
      to: 'FAILED',
      event: 'bill.failed',
      when: 'a payment of the bill failed, or autopay was refused',
    },
    {
      from: 'FAILED',
      command: 'retry',
      to: 'UNPAID',
      event: 'bill.retried',
      when: 'another payment of the bill started',
    },
    {
      from: OPEN,
      command: 'withdraw',
      to: 'CANCELLED',
      event: 'bill.cancelled',
      when: 'the bill was withdrawn at its source',
    },
  ],
});

export type BillState = StateOf<typeof billMachine>;
