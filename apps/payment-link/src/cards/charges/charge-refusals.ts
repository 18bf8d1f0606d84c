import type { ChargeRefusal } from './charge.js';

export const NO_CONSENT: ChargeRefusal = {
  code: 'AUTOPAY_CONSENT_REQUIRED',
  explanation: 'The payment user has not consented to charges without them.',
};

export const NOT_CHARGEABLE: ChargeRefusal = {
  code: 'INVALID_PAYMENT_METHOD_STATUS',
  explanation: 'Only a payment method in status SUCCEEDED can be charged.',
};

/** The bank requires the payer, who is absent. */
export const PAYER_NEEDED: ChargeRefusal = {
  code: 'AUTHENTICATION_REQUIRED',
  explanation: 'The bank asks the payer to confirm; send them a payment link.',
};

/** The gateway gave an authorization back that we did not refuse. */
export const GIVEN_BACK: ChargeRefusal = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The card gateway gave the authorization back.',
};
