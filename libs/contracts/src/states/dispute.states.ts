/** `UNKNOWN` is only ever read, never written. */
export const DISPUTE_STATUSES = [
  'UNKNOWN',
  'UNDEFENDED',
  'ACTION_REQUIRED',
  'PROCESSING',
  'ACCEPTED',
  'LOST',
  'WON',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
