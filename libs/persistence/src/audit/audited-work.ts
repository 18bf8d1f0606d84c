import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transactions } from '../transactions/transactions.js';
import { runningSession, type Tx } from '../transactions/tx.js';
import { recordAudit, type AuditedBy, type AuditedDeed } from './audit-entries.js';

interface Pending {
  readonly by: AuditedBy;
  readonly deed: AuditedDeed;
  /** Called once the effect is committed with its entry. */
  readonly onWritten?: () => void;
  state: 'open' | 'being written' | 'written';
}

const pending = new AsyncLocalStorage<Pending>();

/**
 * Runs what an operator does. The first transaction in it that writes also writes the entry, so that
 * neither is there without the other. If nothing was written, the entry is still made: somebody
 * asked for it.
 */
export async function auditedWork<T>(
  { db, ...of }: Omit<Pending, 'state'> & { readonly db: Transactions },
  work: () => Promise<T>,
): Promise<T> {
  const entry: Pending = { ...of, state: 'open' };
  try {
    const result = await pending.run(entry, work);
    if (entry.state !== 'written') {
      await db.asWorker((tx) => recordAudit(tx, entry.by, entry.deed), { byKey: true });
    }
    return result;
  } finally {
    // What the work has left running is not part of it.
    entry.state = 'written';
  }
}

/** Called before COMMIT. Returns what to do with the outcome of the transaction, if it has an entry. */
export async function recordPending(tx: Tx): Promise<((isCommitted: boolean) => void) | undefined> {
  const entry = pending.getStore();
  if (entry?.state !== 'open' || !runningSession(tx).hasWritten) return undefined;
  // The transaction of another app must not write about this one.
  const { customerAppId } = entry.deed;
  if (tx.kind === 'app' && tx.customerApp?.id !== customerAppId) return undefined;
  entry.state = 'being written';
  const settle = (isCommitted: boolean) => {
    if (isCommitted) entry.onWritten?.();
    if (entry.state === 'being written') entry.state = isCommitted ? 'written' : 'open';
  };
  try {
    await recordAudit(tx, entry.by, entry.deed);
  } catch (error) {
    settle(false);
    throw error;
  }
  return settle;
}
