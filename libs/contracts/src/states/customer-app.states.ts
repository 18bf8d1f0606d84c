export const CUSTOMER_APP_STATUSES = ['ENABLED', 'DISABLED'] as const;
export type CustomerAppStatus = (typeof CUSTOMER_APP_STATUSES)[number];
