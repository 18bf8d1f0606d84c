import { keyPurpose } from '@towpath/persistence';

/** Keyed hashes of requests, which tell a repeat from a different one without storing them. */
export const CONTENT_HASH_KEY = keyPurpose('content-hash');
/** The unguessable part of payment-link URLs. */
export const LINK_URL_KEY = keyPurpose('link-url');
/**
 * What comes from typing a card: one-time tokens, kept until the outcome of their attempt is known,
 * and what a gateway tells of the browser.
 */
export const CARD_TOKEN_KEY = keyPurpose('card-token');

export const KEY_PURPOSES = [CONTENT_HASH_KEY, LINK_URL_KEY, CARD_TOKEN_KEY] as const;
