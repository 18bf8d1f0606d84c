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

/** What a processor reports of a dispute, in the words of the interface. */
export const DISPUTE_PROCESSOR_EVENTS = [
  'CHARGEBACK',
  'SECOND_CHARGEBACK',
  'EVIDENCE_RECEIVED',
  'ACCEPTED',
  'WON',
  'LOST',
] as const;
export type DisputeProcessorEvent = (typeof DISPUTE_PROCESSOR_EVENTS)[number];

/** What a simulated processor can be made to report next. */
export const TEST_DISPUTE_EVENTS = ['WON', 'LOST', 'ACCEPTED', 'SECOND_CHARGEBACK'] as const;
export type TestDisputeEvent = (typeof TEST_DISPUTE_EVENTS)[number];

/** What may be sent to defend a dispute. */
export const EVIDENCE_MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type EvidenceMediaType = (typeof EVIDENCE_MEDIA_TYPES)[number];

/** Bytes of one file. */
export const MOST_EVIDENCE_BYTES = 10 * 1024 * 1024;
