export const MANDATE_STATUSES = [
  'AUTHORIZATION_REQUIRED',
  'AUTHORIZING',
  'PROCESSING',
  'READY_TO_SUBMIT',
  'SUBMITTED',
  'SUCCEEDED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
  'CLOSED',
] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** Calendar periods, UTC. */
export const LIMIT_PERIODS = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];
