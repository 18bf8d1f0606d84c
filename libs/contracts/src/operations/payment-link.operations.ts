import { defineOperations } from './operation.js';

const shared = { service: 'payment-link', envelope: 'E3' } as const;
const statuses = [200, 400, 500];

const customerOperations = defineOperations(
  { ...shared, area: 'Payment links', kinds: ['customer'] },
  {
    CreatePaymentLink: {
      route: 'POST /payment_links',
      scope: 'paymentlink:create',
      statuses,
      summary: 'Create a payment link',
    },
    GetPaymentLink: {
      route: 'GET /payment_links/{paymentLinkId}',
      scope: 'paymentlink:get',
      statuses,
      summary: 'Read a payment link',
    },
    CancelPaymentLink: {
      route: 'POST /payment_links/{paymentLinkId}/cancel',
      scope: 'paymentlink:cancel',
      statuses,
      summary: 'Cancel a payment link',
    },
  },
);

/** Called by the hosted payment page; the session's token names the link. */
const hostedOperations = defineOperations(
  { ...shared, area: 'Hosted payment page', kinds: ['payment_link'] },
  {
    openHostedPaymentSession: {
      route: 'POST /payment_links/hosted/session',
      kinds: 'public',
      summary: 'Exchange the token of the payment link URL for a session',
    },
    extendHostedPaymentSession: {
      route: 'POST /payment_links/hosted/session/extend',
      summary: 'Extend the session of the hosted page by half an hour',
    },
    getHostedPaymentView: {
      route: 'GET /payment_links/hosted/view',
      summary: 'Read everything that the hosted payment page shows',
    },
    listHostedPaymentMethods: {
      route: 'GET /payment_links/hosted/available_payment_methods',
      summary: 'List the payment methods that the link offers',
    },
    selectHostedPaymentMethod: {
      route: 'POST /payment_links/hosted/select_payment_method',
      summary: 'Start a payment attempt with a payment method',
    },
    submitHostedCard: {
      route: 'POST /payment_links/hosted/submit_card',
      summary: 'Submit a card by the one-time token of the card fields',
    },
    submitHostedPaymentMethod: {
      route: 'POST /payment_links/hosted/submit_payment_method',
      summary: 'Pay with the chosen saved card, saved mandate or wallet',
    },
    answerHostedAutopayEnrollment: {
      route: 'POST /payment_links/hosted/autopay_enrollment',
      summary: 'Record whether the payer agrees to later payments by autopay',
    },
    changeHostedPaymentMethod: {
      route: 'POST /payment_links/hosted/change_payment_method',
      summary: 'End the payment attempt so that the payer can choose again',
    },
    startHostedChallenge: {
      route: 'GET /payment_links/hosted/challenge',
      kinds: 'public',
      statuses: [303, 400, 500],
      summary: "Redirect the payer to the page of the card's bank",
    },
    returnFromHostedChallenge: {
      route: 'GET /payment_links/hosted/challenge_return',
      kinds: 'public',
      statuses: [303, 400, 500],
      summary: "Receive the payer from the page of the card's bank",
    },
  },
);

const callbackOperations = defineOperations(
  { ...shared, area: 'Call-backs', kinds: 'public' },
  {
    receiveCardCallback: {
      route: 'POST /callbacks/cards/{integrationId}',
      summary: 'Receive a signed notification of a card gateway',
    },
    receiveCardCallbackOfAccount: {
      route: 'POST /callbacks/cards/{integrationId}/{endpointId}',
      summary: 'Receive a signed notification of one account at a card gateway',
    },
  },
);

export const paymentLinkOperations = [
  ...customerOperations,
  ...hostedOperations,
  ...callbackOperations,
];
