const MINUTE_MS = 60_000;

/** Time for a payer to return from the challenge page. */
export const CHALLENGE_LIFETIME_MS = 60 * MINUTE_MS;

/**
 * Time for a confirmed mandate to leave `AUTHORIZING`, since the last question. It usually takes a
 * moment; after a dead process, mandate tries again every 10 seconds.
 */
export const AUTHORIZATION_LIFETIME_MS = 5 * MINUTE_MS;
