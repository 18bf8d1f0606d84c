import { defineStateMachine, type EventOf, type StateOf } from '@towpath/kernel';

export const paymentLinkMachine = defineStateMachine({
  name: 'payment link',
  states: ['CREATED', 'PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED'],
  refusal: 'INVALID_PAYMENT_LINK_STATUS',
  edges: [
    {
      from: null,
      command: 'create',
      to: 'CREATED',
      event: 'payment_link.created',
      when: 'the customer app created it',
    },
    {
      from: 'CREATED',
      command: 'markPaid',
      to: 'PAID',
      event: 'payment_link.paid',
      when: 'a payment of a PAYMENT link was executed',
    },
    {
      from: 'CREATED',
      command: 'markSetupSucceeded',
      to: 'SETUP_SUCCEEDED',
      event: 'payment_link.setup_succeeded',
      when: 'a method of a SETUP link was authorized',
    },
    {
      from: 'CREATED',
      command: 'cancel',
      to: 'CANCELLED',
      event: 'payment_link.cancelled',
      when: 'the customer app cancelled it while no money could be moving',
    },
    {
      from: 'CREATED',
      command: 'expire',
      to: 'EXPIRED',
      event: 'payment_link.expired',
      when: 'its validity is over and no attempt is at a gateway',
    },
    {
      from: 'CREATED',
      command: 'releaseMandate',
      to: 'CREATED',
      event: 'payment_link.mandate_released',
      when: 'the payer left direct debit for another method: the draft of the mandate is closed',
    },
  ],
});

export type PaymentLinkState = StateOf<typeof paymentLinkMachine>;
export type PaymentLinkEventName = EventOf<typeof paymentLinkMachine>;
