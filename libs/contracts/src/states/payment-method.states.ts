/** `UNKNOWN` is only ever read, never written. */
export const CARD_STATUSES = ['UNKNOWN', 'CREATED', 'SUCCEEDED', 'CANCELLED', 'FAILED'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const PAYMENT_METHOD_TYPES = ['CARD', 'MANDATE'] as const;
export type PaymentMethodType = (typeof PAYMENT_METHOD_TYPES)[number];

export const CARD_FUNDINGS = ['UNKNOWN', 'CREDIT', 'DEBIT', 'PREPAID'] as const;
export type CardFunding = (typeof CARD_FUNDINGS)[number];

/** Card gateways 1, 2 and 4; direct debit gateway 3. */
export const GATEWAY_INTEGRATIONS = ['GW1', 'GW2', 'GW3', 'GW4'] as const;

/** The one integration that delivers bills and tenants. */
export const EXTERNAL_INTEGRATION = 'EXT';
