import { defineStateMachine, type Edge } from '@towpath/kernel';

const PAYMENT_LINK_STATES = ['CREATED', 'PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED'] as const;
export type PaymentLinkState = (typeof PAYMENT_LINK_STATES)[number];

const PAYMENT_LINK_COMMANDS = [
  'create',
  'markPaid',
  'markSetupSucceeded',
  'cancel',
  'expire',
  'releaseMandate',
] as const;
export type PaymentLinkCommand = (typeof PAYMENT_LINK_COMMANDS)[number];

export type PaymentLinkEventName =
  | 'payment_link.created'
  | 'payment_link.paid'
  | 'payment_link.setup_succeeded'
  | 'payment_link.cancelled'
  | 'payment_link.expired'
  | 'payment_link.mandate_released';

type PaymentLinkEdge = Edge<PaymentLinkState, PaymentLinkCommand, PaymentLinkEventName>;

const edges: PaymentLinkEdge[] = [
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
];

export const paymentLinkMachine = defineStateMachine<
  PaymentLinkState,
  PaymentLinkCommand,
  PaymentLinkEventName
>({
  name: 'payment link',
  states: PAYMENT_LINK_STATES,
  commands: PAYMENT_LINK_COMMANDS,
  refusal: 'INVALID_PAYMENT_LINK_STATUS',
  edges,
});
