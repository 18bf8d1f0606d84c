import { keyPurpose } from '@towpath/persistence';

/** Private halves of the keys that users encrypt credentials and answers to. */
export const LINK_KEYS_KEY = keyPurpose('link-keys');

/** Proves the ways to the pages of institutions, and back. */
export const LINK_URL_KEY = keyPurpose('link-url');

export const KEY_PURPOSES = [LINK_KEYS_KEY, LINK_URL_KEY] as const;
