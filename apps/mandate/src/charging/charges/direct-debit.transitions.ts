import { defineStateMachine, type Edge } from '@towpath/kernel';

export const DIRECT_DEBIT_STATES = [
  'RESERVED',
  'SUBMITTED',
  'EXECUTED',
  'FAILED',
  'REVOKED',
  'RETURNED',
] as const;
export type DirectDebitState = (typeof DIRECT_DEBIT_STATES)[number];

const DIRECT_DEBIT_COMMANDS = [
  'reserve',
  'submit',
  'execute',
  'fail',
  'revoke',
  'takeBack',
  'correctToExecuted',
] as const;
export type DirectDebitCommand = (typeof DIRECT_DEBIT_COMMANDS)[number];

type DirectDebitEdge = Edge<DirectDebitState, DirectDebitCommand, never>;

const edge = (line: Omit<DirectDebitEdge, 'event'>): DirectDebitEdge => ({ ...line, event: null });

/**
 * One collection under a mandate. Its transitions are published as `mandate.charge_updated`, in the
 * sequence of the mandate. Each transition except the first follows the books of the bank.
 */
export const directDebitMachine = defineStateMachine<DirectDebitState, DirectDebitCommand, never>({
  name: 'direct_debit',
  states: DIRECT_DEBIT_STATES,
  commands: DIRECT_DEBIT_COMMANDS,
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [
    edge({
      from: null,
      command: 'reserve',
      to: 'RESERVED',
      when: 'the mandate allows the charge; its limits are used from here on',
    }),
    edge({
      from: 'RESERVED',
      command: 'submit',
      to: 'SUBMITTED',
      when: 'the bank has the order and has not decided',
    }),
    edge({
      from: 'SUBMITTED',
      command: 'execute',
      to: 'EXECUTED',
      when: 'the bank collected the money',
    }),
    ...(['RESERVED', 'SUBMITTED'] as const).map((from) =>
      edge({
        from,
        command: 'fail',
        to: 'FAILED',
        when: 'the bank rejected it, or never got it; its limits are free again',
      }),
    ),
    edge({
      from: 'SUBMITTED',
      command: 'revoke',
      to: 'REVOKED',
      when: 'the mandate ended at the bank before the money moved; its limits are free again',
    }),
    edge({
      from: 'EXECUTED',
      command: 'takeBack',
      to: 'RETURNED',
      when: 'the bank gave the money back to the payer; its limits are free again',
    }),
    ...(['FAILED', 'REVOKED'] as const).map((from) =>
      edge({
        from,
        command: 'correctToExecuted',
        to: 'EXECUTED',
        when: 'the bank reports as collected what was recorded as ended',
        correction: true,
      }),
    ),
  ],
});
