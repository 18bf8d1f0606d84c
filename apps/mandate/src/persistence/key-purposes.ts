import { keyPurpose } from '@towpath/persistence';

/** The submission of a payer until the mandate is authorized: account, identity. */
export const CHECKLIST_DATA_KEY = keyPurpose('checklist-data');
/** Private halves of the keys that payers encrypt checklist items to. */
export const CHECKLIST_KEYS_KEY = keyPurpose('checklist-keys');
/** The secret part of mandate URLs, and of the return from an institution. */
export const LINK_URL_KEY = keyPurpose('link-url');

export const KEY_PURPOSES = [CHECKLIST_DATA_KEY, CHECKLIST_KEYS_KEY, LINK_URL_KEY] as const;
