import type { CustomerAppId, Id, MandateId } from '@towpath/kernel';
import { bytes, date, defineTable, json, text, time } from '@towpath/persistence';

/**
 * The proof that a payer agreed. Only an erasure of the payer changes it. It is deleted with its
 * mandate after seven years.
 */
export const consents = defineTable(
  'mandate_consents',
  {
    customerAppId: text<CustomerAppId>(),
    consentId: text<Id<'MandateConsent'>>(),
    mandateId: text<MandateId>(),
    /** On the clock of the app, when the payer agreed. */
    givenAt: time(),
    givenThrough: text<'CUSTOMER_APP' | 'SERVICE_LINK'>(),
    textVersion: text().orNull(),
    textLanguage: text().orNull(),
    /** SHA-256 of the text with its values, UTF-8, hexadecimal. */
    textSha256: text().orNull().named('text_sha256'),
    currency: text(),
    /** The agreed limits, the payer's own one included; minor units. */
    limits: json().orNull(),
    startDate: date(),
    endDate: date().orNull(),
    institutionId: text().orNull(),
    /** Real time. */
    recordedAt: time(),
    /** Address and browser, under the key of the payer; null if unknown, or the payer is erased. */
    sealedOrigin: bytes().orNull(),
  },
  {
    key: ['customerAppId', 'consentId'],
    indexes: { mandate_consents_mandate: ['customerAppId', 'mandateId'] },
    foreignKeys: {
      mandate_consents_mandate_fkey: { columns: ['customerAppId', 'mandateId'], to: 'mandates' },
    },
  },
);
