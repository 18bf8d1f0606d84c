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

/** What a payer must provide before a mandate is authorized. */
export const CHECKLIST_FACTOR_TYPES = [
  'ACCOUNT_IDENTIFICATION',
  'USER_IDENTIFICATION',
  'ENDUSER_CONSENT',
  'ACCOUNTHOLDER_AUTHENTICATION',
] as const;
export type ChecklistFactorType = (typeof CHECKLIST_FACTOR_TYPES)[number];

/** At this time: it may change with the institution and the kind of sender. */
export const FACTOR_REQUIREMENTS = ['YES', 'NO', 'OPTIONAL'] as const;
export type FactorRequirement = (typeof FACTOR_REQUIREMENTS)[number];

/** The user interface in which a checklist option is submitted. */
export const CHECKLIST_SUBMITTERS = ['CUSTOMER_APP', 'SERVICE_LINK'] as const;
export type ChecklistSubmitter = (typeof CHECKLIST_SUBMITTERS)[number];
