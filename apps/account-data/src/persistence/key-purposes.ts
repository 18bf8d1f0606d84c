import { keyPurpose } from '@towpath/persistence';

/** Private halves of the keys that users encrypt credentials and answers to. */
export const LINK_KEYS_KEY = keyPurpose('link-keys');

export const KEY_PURPOSES = [LINK_KEYS_KEY] as const;
