import { defineStateMachine } from '@towpath/kernel';

export const MANDATE_STATES = ['PENDING', 'ACTIVE', 'REJECTED', 'REVOKED', 'CANCELLED'] as const;
export const MANDATE_COMMANDS = ['register', 'accept', 'reject', 'revoke', 'cancel'] as const;
const COLLECTION_STATES = [
  'PENDING',
  'PAID',
  'REJECTED',
  'REVOKED',
  'RETURNED',
  'REINSTATED',
] as const;
const COLLECTION_COMMANDS = [
  'submit',
  'refuse',
  'pay',
  'reject',
  'revoke',
  'return',
  'reinstate',
  'reverse',
] as const;

export type DebitMandateState = (typeof MANDATE_STATES)[number];
export type DebitMandateCommand = (typeof MANDATE_COMMANDS)[number];
export type CollectionState = (typeof COLLECTION_STATES)[number];
export type CollectionCommand = (typeof COLLECTION_COMMANDS)[number];

/** Names of call-backs, after `mandate.` or `collection.`. */
export type MandateEvent = 'received' | 'accepted' | 'rejected' | 'revoked' | 'cancelled';
export type CollectionEvent =
  'received' | 'paid' | 'rejected' | 'revoked' | 'returned' | 'reinstated';

export const debitMandateMachine = defineStateMachine<
  DebitMandateState,
  DebitMandateCommand,
  MandateEvent
>({
  name: 'mandate',
  states: MANDATE_STATES,
  commands: MANDATE_COMMANDS,
  refusal: 'INVALID_MANDATE_STATUS',
  edges: [
    { from: null, command: 'register', to: 'PENDING', event: 'received', when: 'it is asked for' },
    {
      from: 'PENDING',
      command: 'accept',
      to: 'ACTIVE',
      event: 'accepted',
      when: 'the bank of the payer accepts it',
    },
    {
      from: 'PENDING',
      command: 'reject',
      to: 'REJECTED',
      event: 'rejected',
      when: 'the bank of the payer rejects it',
    },
    {
      from: 'ACTIVE',
      command: 'revoke',
      to: 'REVOKED',
      event: 'revoked',
      when: 'the payer withdraws it at the bank',
    },
    ...(['PENDING', 'ACTIVE'] as const).map((from) => ({
      from,
      command: 'cancel' as const,
      to: 'CANCELLED' as const,
      event: 'cancelled' as const,
      when: 'the merchant ends it',
    })),
  ],
});

export const collectionMachine = defineStateMachine<
  CollectionState,
  CollectionCommand,
  CollectionEvent
>({
  name: 'collection',
  states: COLLECTION_STATES,
  commands: COLLECTION_COMMANDS,
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [
    { from: null, command: 'submit', to: 'PENDING', event: 'received', when: 'it is asked for' },
    {
      from: null,
      command: 'refuse',
      to: 'REJECTED',
      event: 'rejected',
      when: 'the mandate does not allow it',
    },
    {
      from: 'PENDING',
      command: 'pay',
      to: 'PAID',
      event: 'paid',
      when: 'the money has moved; the ledger has the charge',
    },
    {
      from: 'PENDING',
      command: 'reject',
      to: 'REJECTED',
      event: 'rejected',
      when: 'the account has no cover',
    },
    {
      from: 'PENDING',
      command: 'revoke',
      to: 'REVOKED',
      event: 'revoked',
      when: 'the mandate ended before the money moved',
    },
    {
      from: 'PAID',
      command: 'return',
      to: 'RETURNED',
      event: 'returned',
      when: 'the bank takes the money back; the ledger has the return',
    },
    {
      from: 'PAID',
      command: 'reverse',
      to: 'RETURNED',
      event: 'returned',
      when: 'the merchant sends the money back; the ledger has the return',
    },
    {
      from: 'RETURNED',
      command: 'reinstate',
      to: 'REINSTATED',
      event: 'reinstated',
      when: 'the bank cancels the return; the ledger has its reversal',
    },
  ],
});
