/**
 * Held while a batch is stored, shared with other batches. Erasure waits for them, and later
 * batches find the key destroyed.
 */
export const SHARED_LOCK = `SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 17))::text`;
export const EXCLUSIVE_LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($1, 17))::text`;
