import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';
import type { BankReason } from '../../banks/direct-debit/ports.js';
import type { MandateFailure } from './mandate.table.js';

/** The side of a mandate that faces the bank. The lock of the mandate protects the row. */
export const submissions = defineTable(
  'mandate_submissions',
  {
    customerAppId: text<CustomerAppId>(),
    mandateId: text<MandateId>(),
    /** The bank's and our name of the mandate. */
    reference: text().fixed(),
    /** The bank, for example `GW3`; null until the mandate is sent. */
    integrationId: text().orNull(),
    /** The bank's reference, from its acceptance on. */
    integrationMetadata: json().orNull(),
    /** The reason of a refusal or end in the bank's words: never shown. */
    bankReason: json<BankReason>().orNull(),
    /** The reason why it must not become active, whatever the bank decides. */
    recall: json<MandateFailure>().orNull(),
    /** Null while the bank has certainly not received it. */
    sentAt: time().orNull(),
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    createdAt: time().fixed(),
  },
  {
    key: ['customerAppId', 'mandateId'],
    indexes: {
      mandate_submissions_reference: {
        columns: ['customerAppId', 'integrationId', 'reference'],
        unique: true,
      },
    },
    foreignKeys: {
      mandate_submissions_mandate_fkey: {
        columns: ['customerAppId', 'mandateId'],
        to: 'mandates',
      },
    },
  },
);

export type SubmissionSnapshot = RowOf<typeof submissions>;
