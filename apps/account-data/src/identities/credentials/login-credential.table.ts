import type { LinkSessionId } from '@towpath/kernel';
import { bytes, defineTable, text, time } from '@towpath/persistence';
import { loginColumns, loginForeignKey } from '../login-identities/login-identity.table.js';

/** The secrets for refreshes of a login identity; a destructible key encrypts each value. */
export const loginCredentials = defineTable(
  'login_credentials',
  {
    ...loginColumns,
    /** The session that left them; it names the keys. */
    sessionId: text<LinkSessionId>(),
    credentialsSealed: bytes().orNull(),
    bankSessionSealed: bytes().orNull(),
    /** Real time. */
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'loginIdentityId'],
    foreignKeys: loginForeignKey('login_credentials'),
  },
);
