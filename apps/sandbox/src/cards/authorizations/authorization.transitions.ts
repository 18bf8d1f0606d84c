import { defineStateMachine, type Edge } from '@towpath/kernel';

export const AUTHORIZATION_STATES = [
  'REQUIRES_ACTION',
  'PENDING',
  'AUTHORIZED',
  'DECLINED',
  'CAPTURED',
  'CAPTURE_FAILED',
  'VOIDED',
  'REFUNDED',
] as const;

export const AUTHORIZATION_COMMANDS = [
  'authorize',
  'decline',
  'challenge',
  'defer',
  'approve',
  'refuse',
  'settle',
  'capture',
  'fail_capture',
  'lose_capture',
  'void',
  'refund_part',
  'refund_rest',
  'reverse_refund',
] as const;

export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number];
export type AuthorizationCommand = (typeof AUTHORIZATION_COMMANDS)[number];
/** Names of call-backs on the wire. */
export type GatewayEvent =
  | 'authorized'
  | 'declined'
  | 'captured'
  | 'capture_failed'
  | 'voided'
  | 'refunded'
  | 'refund_reversed';

type AuthorizationEdge = Edge<AuthorizationState, AuthorizationCommand, GatewayEvent>;

const edge = (
  from: AuthorizationState | null,
  command: AuthorizationCommand,
  rest: { to: AuthorizationState; event: GatewayEvent | null; when: string },
): AuthorizationEdge => ({ from, command, ...rest });

export const authorizationMachine = defineStateMachine({
  name: 'authorization',
  states: AUTHORIZATION_STATES,
  commands: AUTHORIZATION_COMMANDS,
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [
    edge(null, 'authorize', { to: 'AUTHORIZED', event: 'authorized', when: 'the card is good' }),
    edge(null, 'decline', { to: 'DECLINED', event: 'declined', when: 'the issuer refuses' }),
    edge(null, 'challenge', {
      to: 'REQUIRES_ACTION',
      event: null,
      when: 'the bank wants to hear the cardholder',
    }),
    edge(null, 'defer', { to: 'PENDING', event: null, when: 'the issuer takes its time' }),
    edge('REQUIRES_ACTION', 'approve', {
      to: 'AUTHORIZED',
      event: 'authorized',
      when: 'the cardholder approves on the page of the bank',
    }),
    edge('REQUIRES_ACTION', 'refuse', {
      to: 'DECLINED',
      event: 'declined',
      when: 'the cardholder refuses on the page of the bank',
    }),
    edge('REQUIRES_ACTION', 'void', {
      to: 'VOIDED',
      event: 'voided',
      when: 'the merchant no longer waits for the cardholder',
    }),
    edge('PENDING', 'settle', {
      to: 'AUTHORIZED',
      event: 'authorized',
      when: 'the time that the issuer takes has passed on the clock of the app',
    }),
    edge('PENDING', 'void', {
      to: 'VOIDED',
      event: 'voided',
      when: 'the merchant no longer waits for the issuer',
    }),
    edge('AUTHORIZED', 'capture', {
      to: 'CAPTURED',
      event: 'captured',
      when: 'the merchant takes the money; the ledger has the charge',
    }),
    edge('AUTHORIZED', 'fail_capture', {
      to: 'CAPTURE_FAILED',
      event: 'capture_failed',
      when: 'the issuer does not honour the authorization',
    }),
    edge('CAPTURED', 'lose_capture', {
      to: 'CAPTURE_FAILED',
      event: 'capture_failed',
      when: 'the issuer takes captured money back; the ledger has the return',
    }),
    edge('AUTHORIZED', 'void', {
      to: 'VOIDED',
      event: 'voided',
      when: 'the merchant releases the money before taking it',
    }),
    edge('CAPTURED', 'refund_part', {
      to: 'CAPTURED',
      event: 'refunded',
      when: 'a part of the captured money goes back',
    }),
    edge('CAPTURED', 'refund_rest', {
      to: 'REFUNDED',
      event: 'refunded',
      when: 'all captured money has gone back',
    }),
    edge('CAPTURED', 'reverse_refund', {
      to: 'CAPTURED',
      event: 'refund_reversed',
      when: 'a refund fails after its success; the ledger has the reversal',
    }),
    edge('REFUNDED', 'reverse_refund', {
      to: 'CAPTURED',
      event: 'refund_reversed',
      when: 'a refund fails after its success; the ledger has the reversal',
    }),
  ],
});
