import type { CatalogueEntry } from './catalogue-entry.js';

function refusal(message: string): CatalogueEntry {
  return { status: 400, type: 'API_ERROR', message };
}

/** Errors of payments and their resources: unknown IDs, refused moves, business rules. */
export const paymentErrors = {
  PAYMENT_USER_NOT_FOUND: refusal('The payment user cannot be found.'),
  PAYMENT_ACCOUNT_NOT_FOUND: refusal('The payment account cannot be found.'),
  PAYMENT_METHOD_NOT_FOUND: refusal('The payment method cannot be found.'),
  MANDATE_NOT_FOUND: refusal('The mandate cannot be found.'),
  PAYMENT_LINK_NOT_FOUND: refusal('The payment link cannot be found.'),
  PAYMENT_NOT_FOUND: refusal('The payment cannot be found.'),
  PAYOUT_NOT_FOUND: refusal('The payout cannot be found.'),
  BILL_NOT_FOUND: refusal('The bill cannot be found.'),
  DISPUTE_NOT_FOUND: refusal('The dispute cannot be found.'),
  CONSENT_TEXT_CHANGED: refusal('The payer was shown another text than the present one.'),
  INVALID_MANDATE_STATUS: refusal('The status of the mandate does not allow this.'),
  INVALID_PAYMENT_LINK_STATUS: refusal('The status of the payment link does not allow this.'),
  INVALID_PAYMENT_METHOD_STATUS: refusal('The status of the payment method does not allow this.'),
  INVALID_PAYMENT_STATUS: refusal('The status of the payment does not allow this.'),
  INVALID_PAYOUT_STATUS: refusal('The status of the payout does not allow this.'),
  INVALID_DISPUTE_STATUS: refusal('The status of the dispute does not allow this.'),
  SURCHARGE_CHANGED: refusal('The surcharge is another one than the payer was shown.'),
  INVALID_BILL_STATUS: refusal('The status of the bill does not allow this.'),
  TRANSACTION_LIMIT_EXCEEDED: refusal('The amount exceeds a limit of the mandate.'),
  MANDATE_NOT_IN_VALIDITY_PERIOD: refusal('The mandate cannot be charged on this date.'),
  AUTOPAY_CONSENT_REQUIRED: refusal('The sender has not consented to autopay.'),
  CURRENCY_MISMATCH: refusal('The currencies do not match.'),
  DUPLICATE_REFERENCE: refusal('The reference was already used with different content.'),
  INSUFFICIENT_BALANCE: refusal('The balance does not cover the amount.'),
  REFUND_NOT_ALLOWED: refusal('The payment cannot be refunded.'),
  REFUND_NOT_FOUND: refusal('The refund cannot be found.'),
  PAYMENT_METHOD_EXPIRED: refusal('The payment method has expired. Choose another payment method.'),
  PAYMENT_METHOD_DECLINED: refusal('The payment method was declined.'),
  INSUFFICIENT_FUNDS: refusal('The payment was declined: insufficient funds.'),
  AUTHENTICATION_REQUIRED: refusal('The payer must authenticate the payment.'),
  AUTHENTICATION_FAILED: refusal('The payer did not authenticate the payment.'),
} as const satisfies Record<string, CatalogueEntry>;
