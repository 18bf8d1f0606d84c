import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { bytes, defineTable, text, time } from '@towpath/persistence';

/** What a bank knows of its user. */
export const identities = defineTable(
  'identities',
  {
    customerAppId: text<CustomerAppId>(),
    loginIdentityId: text<LoginIdentityId>(),
    /** `RetrievedIdentity` as JSON. */
    sealed: bytes(),
    updatedAt: time(),
  },
  { key: ['customerAppId', 'loginIdentityId'] },
);
