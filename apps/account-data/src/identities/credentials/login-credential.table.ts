import type { CustomerAppId, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import { bytes, defineTable, text, time } from '@towpath/persistence';

/** The secrets for refreshes of a login identity; a destructible key encrypts each value. */
export const loginCredentials = defineTable(
  'login_credentials',
  {
    customerAppId: text<CustomerAppId>(),
    loginIdentityId: text<LoginIdentityId>(),
    /** The session that left them; it names the keys. */
    sessionId: text<LinkSessionId>(),
    credentialsSealed: bytes().orNull(),
    bankSessionSealed: bytes().orNull(),
    /** Real time. */
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'loginIdentityId'],
    foreignKeys: {
      login_credentials_login_identity_fkey: {
        columns: ['customerAppId', 'loginIdentityId'],
        to: 'login_identities',
      },
    },
  },
);
