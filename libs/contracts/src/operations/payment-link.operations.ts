import { defineOperations } from './operation.js';

const shared = { service: 'payment-link', envelope: 'E3' } as const;
const statuses = [200, 400, 500];

const customerOperations = defineOperations(
  { ...shared, area: 'Payment links', kinds: ['customer'] },
  [
    {
      id: 'CreatePaymentLink',
      route: 'POST /payment_links',
      scope: 'paymentlink:create',
      built: true,
      statuses,
      summary: 'Create a payment link',
    },
    {
      id: 'GetPaymentLink',
      route: 'GET /payment_links/{paymentLinkId}',
      scope: 'paymentlink:get',
      built: true,
      statuses,
      summary: 'Read a payment link',
    },
    {
      id: 'CancelPaymentLink',
      route: 'POST /payment_links/{paymentLinkId}/cancel',
      scope: 'paymentlink:cancel',
      built: true,
      statuses,
      summary: 'Cancel a payment link',
    },
  ],
);

/** Called by the hosted payment page; the session's token names the link. */
const hostedOperations = defineOperations(
  { ...shared, area: 'Hosted payment page', kinds: ['payment_link'] },
  [
    {
      id: 'openHostedPaymentSession',
      route: 'POST /payment_links/hosted/session',
      kinds: 'public',
      built: true,
      summary: 'Exchange the token of the link URL for a session',
    },
    {
      id: 'extendHostedPaymentSession',
      route: 'POST /payment_links/hosted/session/extend',
      built: true,
      summary: 'Go on with the session for another half hour',
    },
    {
      id: 'getHostedPaymentView',
      route: 'GET /payment_links/hosted/view',
      built: true,
      summary: 'Read what the page shows',
    },
    {
      id: 'listHostedPaymentMethods',
      route: 'GET /payment_links/hosted/available_payment_methods',
      built: true,
      summary: 'List the ways to pay',
    },
    {
      id: 'selectHostedPaymentMethod',
      route: 'POST /payment_links/hosted/select_payment_method',
      built: true,
      summary: 'Start an attempt with a payment method',
    },
    {
      id: 'submitHostedCard',
      route: 'POST /payment_links/hosted/submit_card',
      built: true,
      summary: 'Submit the one-time token of the card fields',
    },
    {
      id: 'submitHostedPaymentMethod',
      route: 'POST /payment_links/hosted/submit_payment_method',
      built: true,
      summary: 'Pay with the saved card or the wallet that was chosen',
    },
    {
      id: 'answerHostedAutopayEnrollment',
      route: 'POST /payment_links/hosted/autopay_enrollment',
      built: true,
      summary: 'Say whether later payments may be made without the payer',
    },
    {
      id: 'changeHostedPaymentMethod',
      route: 'POST /payment_links/hosted/change_payment_method',
      built: true,
      summary: 'Give up the attempt and choose again',
    },
    {
      id: 'startHostedChallenge',
      route: 'GET /payment_links/hosted/challenge',
      kinds: 'public',
      statuses: [303, 400, 500],
      built: true,
      summary: "Where the payer's browser leaves for the page of the card's bank",
    },
    {
      id: 'returnFromHostedChallenge',
      route: 'GET /payment_links/hosted/challenge_return',
      kinds: 'public',
      statuses: [303, 400, 500],
      built: true,
      summary: "Where the page of the card's bank sends the payer back to",
    },
  ],
);

const callbackOperations = defineOperations({ ...shared, area: 'Call-backs', kinds: 'public' }, [
  {
    id: 'receiveCardCallback',
    route: 'POST /callbacks/cards/{integrationId}',
    built: true,
    summary: 'Signed notification of a card gateway',
  },
]);

export const paymentLinkOperations = [
  ...customerOperations,
  ...hostedOperations,
  ...callbackOperations,
];
