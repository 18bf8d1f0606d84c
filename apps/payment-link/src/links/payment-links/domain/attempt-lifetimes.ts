const MINUTE_MS = 60_000;

/** A payer who left the challenge page has this long to come back. */
export const CHALLENGE_LIFETIME_MS = 60 * MINUTE_MS;

/**
 * A mandate that was confirmed has this long, since it was last asked for, to leave `AUTHORIZING`. That
 * takes a moment; where a process died, its service tries again every 10 seconds.
 */
export const AUTHORIZATION_LIFETIME_MS = 5 * MINUTE_MS;
