import { defineTable, bytes, text, time } from '@towpath/persistence';
import { keyDistrustColumns, publishedKeyColumns } from '@towpath/service';
import type { CustomerAppId } from '@towpath/kernel';

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

/** Keys that payers encrypt to; `PublishedKeys` reads and writes them. */
export const checklistKeys = defineTable('checklist_keys', publishedKeyColumns, { key: ['keyId'] });

export const checklistKeyDistrusts = defineTable('checklist_key_distrusts', keyDistrustColumns, {
  key: ['keyId'],
});
