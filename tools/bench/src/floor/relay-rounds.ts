import type { WriteKind, WrittenTransaction } from './written-transactions.js';

const OUTBOX = 'outbox';

/** A round of the relay marks what it has published, and writes nothing else. */
export const isRoundOfRelay = ({ writes }: WrittenTransaction): boolean =>
  writes.every(({ table, kind }) => table === OUTBOX && kind !== 'insert');

/** Rows that the transactions wrote, in one way or in all. */
export function rowsOf(transactions: readonly WrittenTransaction[], kind?: WriteKind): number {
  return transactions
    .flatMap(({ writes }) => writes)
    .filter((write) => kind === undefined || write.kind === kind)
    .reduce((sum, { rows }) => sum + rows, 0);
}
