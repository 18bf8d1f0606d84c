import { defineStateMachine, edgesOf } from '@towpath/kernel';

export const DIRECT_DEBIT_STATES = [
  'RESERVED',
  'SUBMITTED',
  'EXECUTED',
  'FAILED',
  'REVOKED',
  'RETURNED',
] as const;
export type DirectDebitState = (typeof DIRECT_DEBIT_STATES)[number];

const NO_EVENTS = {
  reserve: null,
  submit: null,
  execute: null,
  fail: null,
  revoke: null,
  takeBack: null,
  reinstate: null,
  correctToExecuted: null,
};
export type DirectDebitCommand = keyof typeof NO_EVENTS;

const edges = edgesOf<DirectDebitState, DirectDebitCommand, never>(NO_EVENTS, [
  [null, 'reserve', 'RESERVED', 'the mandate allows the charge; its limits are used from here on'],
  ['RESERVED', 'submit', 'SUBMITTED', 'the bank has the order and has not decided'],
  ['SUBMITTED', 'execute', 'EXECUTED', 'the bank collected the money'],
  [
    ['RESERVED', 'SUBMITTED'],
    'fail',
    'FAILED',
    'the bank rejected it, or never got it; its limits are free again',
  ],
  [
    'SUBMITTED',
    'revoke',
    'REVOKED',
    'the mandate ended at the bank before the money moved; its limits are free again',
  ],
  [
    'EXECUTED',
    'takeBack',
    'RETURNED',
    'the bank gave the money back to the payer; its limits are free again',
  ],
  ['RETURNED', 'reinstate', 'EXECUTED', 'the bank cancelled the return and has the money again'],
]);
const corrections = edgesOf<DirectDebitState, DirectDebitCommand, never>(NO_EVENTS, [
  [
    ['FAILED', 'REVOKED'],
    'correctToExecuted',
    'EXECUTED',
    'the bank reports as collected what was recorded as ended',
  ],
]).map((edge) => ({ ...edge, correction: true }));

/**
 * One collection under a mandate. Its transitions are published as `mandate.charge_updated`, in the
 * sequence of the mandate. Each transition except the first follows the books of the bank.
 */
export const directDebitMachine = defineStateMachine<DirectDebitState, DirectDebitCommand, never>({
  name: 'direct_debit',
  states: DIRECT_DEBIT_STATES,
  commands: Object.keys(NO_EVENTS) as DirectDebitCommand[],
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [...edges, ...corrections],
});
