import type { OperatorClaim } from '@towpath/contracts/operator';
import { newId, type Id } from '@towpath/kernel';
import { hostname, userInfo } from 'node:os';
import type { Tx } from '../transactions/tx.js';
import { recordAudit, type AuditedDeed } from './audit-entries.js';

/**
 * One run of a command on the command line, for the audit: it has the claim of an operator, whose
 * subject is the user of the operating system.
 */
export class CommandRun {
  readonly claim: OperatorClaim = {
    subject: `os:${userName()}@${hostname()}`,
    role: 'admin',
    apps: '*',
    session: newId<Id<'CommandRun'>>(new Date()),
    purpose: 'act',
    // Who runs a command is at the machine now.
    authenticated_at: Math.floor(Date.now() / 1_000),
  };

  /** @param operation the command in its own words */
  constructor(private readonly operation: string) {}

  /** Writes an entry in the transaction of what the command does. */
  record(tx: Tx, deed: Omit<AuditedDeed, 'act' | 'operation'> = {}): Promise<void> {
    return recordAudit(tx, this.claim, { act: 'ACTION', operation: this.operation, ...deed });
  }
}

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
