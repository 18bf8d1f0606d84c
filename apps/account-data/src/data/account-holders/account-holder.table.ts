import { bytes, defineTable, time } from '@towpath/persistence';
import { loginColumns } from '../../identities/login-identities/login-identity.table.js';

/** What a bank knows of its user. */
export const identities = defineTable(
  'identities',
  {
    ...loginColumns,
    /** `RetrievedIdentity` as JSON. */
    sealed: bytes(),
    updatedAt: time(),
  },
  { key: ['customerAppId', 'loginIdentityId'] },
);
