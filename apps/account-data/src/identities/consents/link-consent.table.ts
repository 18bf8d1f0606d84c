import type { CustomerAppId, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import { boolean, defineTable, json, text, time } from '@towpath/persistence';

/** The proof that a user agreed, to what and when; it holds nothing that the user is known by. */
export const linkConsents = defineTable(
  'link_consents',
  {
    customerAppId: text<CustomerAppId>(),
    consentId: text<Id<'LinkConsent'>>(),
    loginIdentityId: text<LoginIdentityId>(),
    sessionId: text<LinkSessionId>(),
    /** On the app's clock. */
    givenAt: time(),
    givenThrough: text<'CUSTOMER_APP' | 'SERVICE_LINK'>(),
    textVersion: text().orNull(),
    textLanguage: text().orNull(),
    /** SHA-256 of the displayed text in UTF-8, hexadecimal. */
    textSha256: text().orNull(),
    products: json<readonly string[]>(),
    storesCredentials: boolean(),
    automaticRefresh: text(),
    institutionId: text(),
    /** Real time. */
    recordedAt: time(),
  },
  {
    key: ['customerAppId', 'consentId'],
    indexes: { link_consents_login_identity: ['customerAppId', 'loginIdentityId'] },
    foreignKeys: {
      link_consents_login_identity_fkey: {
        columns: ['customerAppId', 'loginIdentityId'],
        to: 'login_identities',
      },
    },
  },
);
