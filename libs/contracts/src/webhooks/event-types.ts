/** Products whose retrieval is reported. A name that is the start of another follows it. */
const PRODUCTS = [
  'ACCOUNT_NUMBERS',
  'ACCOUNTS',
  'ONLINE_TRANSACTIONS',
  'HISTORICAL_TRANSACTIONS',
  'IDENTITY',
  'BALANCE_HISTORY',
  'INCOME_ESTIMATION',
  'STATEMENTS',
  'CARD_DETAILS',
  'PAYMENTS',
] as const;

const OUTCOMES = {
  RETRIEVED: 'was retrieved',
  PARTIALLY_RETRIEVED: 'was retrieved in part',
  RETRIEVAL_FAILED: 'could not be retrieved',
  NOT_FOUND: 'was not found at the institution',
  NOT_SUPPORTED: 'is not supported by the institution',
  TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION: 'is temporarily unavailable at the institution',
} as const;

type ProductEventType = `${(typeof PRODUCTS)[number]}_${keyof typeof OUTCOMES}`;

/** Every public event type with its description, by the family that shares one body. */
export const WEBHOOK_EVENT_FAMILIES = {
  login_identity: {
    AUTHENTICATED: 'The institution accepted the login.',
    AUTHENTICATION_FAILED: 'The institution rejected the login.',
    AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION: 'The institution is unavailable.',
    AUTHENTICATION_TOO_MANY_ATTEMPTS: 'The institution refuses further attempts.',
    AUTHENTICATION_INITIALIZED: 'The login started.',
    AUTHENTICATION_OTP_ENTERED: 'The user answered a login action.',
    ...productEvents(),
    DATA_RETRIEVAL_COMPLETE: 'All requested products are final.',
    RETRIEVE_DATA_FAILED: 'No product could be retrieved.',
    LOGIN_IDENTITY_UNLINKED: 'The login identity was deleted.',
    LOGIN_IDENTITY_PERMISSION_EXPIRED: 'The permission to read data has ended.',
  },
  payment: {
    PAYMENT_SUBMITTED: 'The payment was sent to the bank or gateway.',
    PAYMENT_EXECUTED: 'The payment was collected. The only success.',
    PAYMENT_FAILED: 'The bank or gateway declined or rejected the payment.',
    PAYMENT_REJECTED: 'Reserved: every failed payment sends PAYMENT_FAILED.',
    PAYMENT_CANCELLED: 'The payment ended before money could move.',
    PAYMENT_REVOKED: 'The payer withdrew the authorization before execution.',
    PAYMENT_RETURNED: 'The bank or gateway took the money of an executed payment back.',
    PAYMENT_RETURN_REVERSED: 'The return was cancelled; you have the money again.',
    PAYMENT_REFUNDED: 'Money of an executed payment went back to the payer.',
    PAYMENT_REFUND_REVERSED: 'A refund failed after its success; you have the money again.',
  },
  payment_link: {
    PAYMENT_LINK_PAID: 'The payment of the link was executed.',
    PAYMENT_LINK_SETUP_SUCCEEDED: 'The payment method of the link was authorized.',
    PAYMENT_LINK_CANCELLED: 'The link was cancelled.',
    PAYMENT_LINK_EXPIRED: 'The validity period of the link ended without success.',
  },
  payment_user: {
    AUTOPAY_CONSENT_GRANTED: 'The user now allows charges of stored methods.',
    AUTOPAY_CONSENT_REVOKED: 'The user no longer allows charges of stored methods.',
  },
  mandate: {
    MANDATE_SETUP_SUBMITTED: 'The mandate was sent to the bank.',
    MANDATE_SETUP_SUCCEEDED: 'The mandate can be charged.',
    MANDATE_SETUP_FAILED: 'The bank rejected the mandate.',
    MANDATE_SETUP_REVOKED: 'The payer withdrew the mandate.',
    MANDATE_SETUP_CANCELLED: 'The mandate was cancelled.',
    MANDATE_SETUP_CLOSED: 'The mandate ended.',
  },
  payout: {
    PAYOUT_SUBMITTED: 'The payout was sent to the bank.',
    PAYOUT_EXECUTED: 'The payout arrived.',
    PAYOUT_FAILED: 'The payout failed.',
    PAYOUT_CANCELLED: 'The payout was cancelled.',
    PAYOUT_RETURNED: 'The money of an executed payout came back.',
  },
  dispute: {
    DISPUTE_CREATED: 'A card payment is disputed.',
    DISPUTE_UPDATED: 'The dispute moved.',
    DISPUTE_DEADLINE_APPROACHING: 'The time to defend the dispute ends soon.',
  },
  bill: {
    BILL_CREATED: 'A bill arrived.',
    BILL_PAID: 'The bill was paid.',
    BILL_CANCELLED: 'The bill was withdrawn at its source.',
    BILL_FAILED: 'A charge for the bill failed.',
  },
  webhook_endpoint: {
    WEBHOOK_ENDPOINT_DISABLED: 'An endpoint was disabled; its events are held.',
    WEBHOOK_EVENTS_EXPIRING:
      'Events that a disabled endpoint holds will be deleted within 15 days, unless it is enabled.',
    WEBHOOK_TEST: 'Sent on request, to try an endpoint.',
  },
} as const;
export type WebhookEventFamily = keyof typeof WEBHOOK_EVENT_FAMILIES;

type FamilyTypes = { [F in WebhookEventFamily]: keyof (typeof WEBHOOK_EVENT_FAMILIES)[F] };
/** The public `event_type` of a webhook. */
export type WebhookEventType = FamilyTypes[WebhookEventFamily];

/** The family of each public event type, in the order of the catalogue. */
export const FAMILY_OF_EVENT_TYPE: ReadonlyMap<WebhookEventType, WebhookEventFamily> = new Map(
  Object.entries(WEBHOOK_EVENT_FAMILIES).flatMap(([family, types]) =>
    Object.keys(types).map((type) => [type as WebhookEventType, family as WebhookEventFamily]),
  ),
);

export const WEBHOOK_EVENT_TYPES: readonly WebhookEventType[] = [...FAMILY_OF_EVENT_TYPE.keys()];

function productEvents(): Record<ProductEventType, string> {
  const pairs = PRODUCTS.flatMap((product) =>
    Object.entries(OUTCOMES).map(([outcome, text]) => [
      `${product}_${outcome}`,
      `The product ${product} ${text}.`,
    ]),
  );
  return Object.fromEntries(pairs) as Record<ProductEventType, string>;
}
