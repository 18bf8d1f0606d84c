/**
 * The next step after `PREPARED`.
 * - `CONFIRM`: the ID is committed, then the gateway authorizes it.
 * - `VOID`: nobody is to confirm it any more.
 * - `REST`: another process prepared the same and went on.
 */
export type PreparedStep = 'CONFIRM' | 'VOID' | 'REST';
