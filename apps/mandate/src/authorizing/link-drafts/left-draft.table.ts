import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { defineTable, text, time } from '@towpath/persistence';

/** A mandate that a payment link gave up before its request for it arrived. */
export const leftDrafts = defineTable(
  'left_drafts',
  {
    customerAppId: text<CustomerAppId>(),
    mandateId: text<MandateId>(),
    leftAt: time(),
  },
  { key: ['customerAppId', 'mandateId'] },
);
