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

/** Events of a dispute that processors report, in the words of the interface. */
export const DISPUTE_PROCESSOR_EVENTS = [
  'CHARGEBACK',
  'SECOND_CHARGEBACK',
  'EVIDENCE_RECEIVED',
  'ACCEPTED',
  'WON',
  'LOST',
] as const;
export type DisputeProcessorEvent = (typeof DISPUTE_PROCESSOR_EVENTS)[number];

/** Events that a simulated processor can report on request. */
export const TEST_DISPUTE_EVENTS = ['WON', 'LOST', 'ACCEPTED', 'SECOND_CHARGEBACK'] as const;
export type TestDisputeEvent = (typeof TEST_DISPUTE_EVENTS)[number];

/** Media types of evidence. */
export const EVIDENCE_MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type EvidenceMediaType = (typeof EVIDENCE_MEDIA_TYPES)[number];

/** Bytes of one file. */
export const MAX_EVIDENCE_BYTES = 10 * 1024 * 1024;
