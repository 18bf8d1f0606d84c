import { defineStateMachine, type CommandOf, type StateOf } from '@towpath/kernel';

/** Only `EXECUTED` is success. From `PROCESSING` to the bank's word the amount is held. */
export const payoutMachine = defineStateMachine({
  name: 'payout',
  states: [
    'CREATED',
    'PROCESSING',
    'PROCESSING_FUNDS',
    'FUNDED',
    'SUBMITTED',
    'EXECUTED',
    'FAILED',
    'CANCELLED',
  ],
  refusal: 'INVALID_PAYOUT_STATUS',
  edges: [
    {
      from: null,
      command: 'propose',
      to: 'CREATED',
      event: 'payout.created',
      when: 'the customer app creates it without confirm; nothing is held',
    },
    {
      from: null,
      command: 'start',
      to: 'PROCESSING',
      event: 'payout.created',
      when: 'it is created to be paid at once; its amount is held',
    },
    {
      from: null,
      command: 'schedule',
      to: 'CREATED',
      event: 'payout.created',
      when: 'it is created for a later day; nothing is held',
    },
    {
      from: 'CREATED',
      command: 'confirm',
      to: 'PROCESSING',
      event: 'payout.confirmed',
      when: 'the customer app confirms it and the balance covers it; its amount is held',
    },
    {
      from: 'CREATED',
      command: 'cancel',
      to: 'CANCELLED',
      event: 'payout.cancelled',
      when: 'the customer app cancels it',
    },
    {
      from: 'CREATED',
      command: 'pullFunds',
      to: 'PROCESSING_FUNDS',
      event: 'payout.funding_started',
      when: 'its day has come: its funds are pulled on the mandate',
    },
    {
      from: 'PROCESSING',
      command: 'reserveFunds',
      to: 'PROCESSING_FUNDS',
      event: 'payout.funding_started',
      when: 'its turn has come; the amount was held before',
    },
    {
      from: 'PROCESSING_FUNDS',
      command: 'fund',
      to: 'FUNDED',
      event: 'payout.funded',
      when: 'the amount is held, or arrived on the mandate and is held now',
    },
    {
      from: 'PROCESSING_FUNDS',
      command: 'failFunding',
      to: 'FAILED',
      event: 'payout.failed',
      when: 'the funds did not come; nothing was held',
    },
    {
      from: 'FUNDED',
      command: 'submit',
      to: 'SUBMITTED',
      event: 'payout.submitted',
      when: 'from here on the bank may move the money',
    },
    {
      from: 'FUNDED',
      command: 'giveUp',
      to: 'FAILED',
      event: 'payout.failed',
      when: 'it can no longer be sent, and never was; the amount is available again',
    },
    {
      from: 'SUBMITTED',
      command: 'execute',
      to: 'EXECUTED',
      event: 'payout.executed',
      when: 'the bank confirmed that the money moved',
    },
    {
      from: 'SUBMITTED',
      command: 'reject',
      to: 'FAILED',
      event: 'payout.failed',
      when: 'the bank rejected it, or never saw it; the amount is available again',
    },
    {
      from: 'EXECUTED',
      command: 'takeBack',
      to: 'EXECUTED',
      event: 'payout.returned',
      when: 'the money came back; the return is shown beside the payout, and is available again',
    },
    {
      from: 'FAILED',
      command: 'correctToExecuted',
      to: 'EXECUTED',
      event: 'payout.status_corrected',
      when: 'the bank reports as executed what was recorded as failed',
      correction: true,
    },
  ],
});

export type PayoutState = StateOf<typeof payoutMachine>;
export type PayoutCommand = CommandOf<typeof payoutMachine>;
