import { defineTable } from '@towpath/persistence';
import { keyDistrustColumns, publishedKeyColumns } from '@towpath/service';

/** Keys that payers encrypt to; `PublishedKeys` reads and writes them. */
export const checklistKeys = defineTable('checklist_keys', publishedKeyColumns, { key: ['keyId'] });

export const checklistKeyDistrusts = defineTable('checklist_key_distrusts', keyDistrustColumns, {
  key: ['keyId'],
});
