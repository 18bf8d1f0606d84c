import type { CustomerAppId } from '@towpath/kernel';
import { bytes, defineTable, text, time } from '@towpath/persistence';

/** Payloads that were taken: the same one again is a replay. */
export const checklistPayloads = defineTable(
  'checklist_payloads',
  {
    customerAppId: text<CustomerAppId>(),
    /** Keyed with the private key that opens the payload. */
    digest: bytes(),
    /** Real time. */
    receivedAt: time(),
  },
  {
    key: ['customerAppId', 'digest'],
    indexes: {
      checklist_payloads_digest: { columns: ['digest'], unique: true },
      checklist_payloads_received_at: ['receivedAt'],
    },
  },
);
