/** Permitted references of a merchant: they are part of paths, and of the simulated ledger. */
export const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;
export const IS_REFERENCE = { message: '$property must be 1 to 64 letters, digits, - or _' };
