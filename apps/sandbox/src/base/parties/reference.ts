/** Permitted references of a merchant. */
export const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;
