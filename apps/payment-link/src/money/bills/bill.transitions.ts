import { defineStateMachine, type Edge } from '@towpath/kernel';

/** `UNKNOWN` of the interface is never written. */
const BILL_STATES = ['UNPAID', 'PAID', 'CANCELLED', 'FAILED'] as const;
export type BillState = (typeof BILL_STATES)[number];

const BILL_COMMANDS = ['receive', 'change', 'pay', 'fail', 'retry', 'withdraw'] as const;
export type BillCommand = (typeof BILL_COMMANDS)[number];

export type BillEventName =
  'bill.created' | 'bill.changed' | 'bill.paid' | 'bill.failed' | 'bill.retried' | 'bill.cancelled';

type BillEdge = Edge<BillState, BillCommand, BillEventName>;

const OPEN = ['UNPAID', 'FAILED'] as const;

const edges: BillEdge[] = [
  {
    from: null,
    command: 'receive',
    to: 'UNPAID',
    event: 'bill.created',
    when: 'the bill arrives from the external integration',
  },
  ...OPEN.map((from): BillEdge => ({
    from,
    command: 'change',
    to: 'UNPAID',
    event: 'bill.changed',
    when: 'the bill was changed at its source',
  })),
  ...OPEN.map((from): BillEdge => ({
    from,
    command: 'pay',
    to: 'PAID',
    event: 'bill.paid',
    when: 'what its payments brought in and left reaches what is due',
  })),
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
  ...OPEN.map((from): BillEdge => ({
    from,
    command: 'withdraw',
    to: 'CANCELLED',
    event: 'bill.cancelled',
    when: 'the bill was withdrawn at its source',
  })),
];

export const billMachine = defineStateMachine<BillState, BillCommand, BillEventName>({
  name: 'bill',
  states: BILL_STATES,
  commands: BILL_COMMANDS,
  refusal: 'INVALID_BILL_STATUS',
  edges,
});
