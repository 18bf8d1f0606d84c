export const ACCOUNT_TYPES = ['EXTERNAL_ACCOUNT', 'SETTLEMENT_ACCOUNT'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_NUMBER_TYPES = ['LOCAL', 'IBAN'] as const;
export type AccountNumberType = (typeof ACCOUNT_NUMBER_TYPES)[number];

export const CONFIRMATION_SPEEDS = ['REALTIME', 'DELAYED'] as const;
export type ConfirmationSpeed = (typeof CONFIRMATION_SPEEDS)[number];
