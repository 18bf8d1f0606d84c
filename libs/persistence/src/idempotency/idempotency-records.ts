import { DomainError } from '@towpath/kernel';
import { Encryption } from '../encryption/encryption.js';
import { IDEMPOTENCY_KEY } from '../encryption/key-provider.js';
import { byKey } from '../transactions/planned-statement.js';
import type { AppTx } from '../transactions/tx.js';
import { WriteBatch, type Row } from '../transactions/write-batch.js';
import { withoutPayer, type ForgottenPayer } from './forgotten-payer.js';
import { lockNumberOf, type IdempotencyScope, type StoredAnswer } from './idempotent-request.js';

/** Answers that are read at a time. */
const PORTION = 500;

const LOCK = byKey('SELECT pg_try_advisory_xact_lock($1) AS locked');
const LOAD = byKey(`SELECT status, sealed, lease_until FROM idempotency_keys
  WHERE customer_app_id = $1 AND scope_hash = $2`);

/** State of a request's key. `busy`: another worker handles a copy of the request. */
export type KeyState =
  | { readonly kind: 'busy' }
  | { readonly kind: 'unused' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'abandoned'; readonly point: unknown };

/** Encrypted as one value, bound to its row. */
interface Sealed {
  readonly fingerprint: string;
  readonly answer?: StoredAnswer;
  readonly point?: unknown;
}

interface RecordRow {
  readonly status: 'CLAIMED' | 'DONE';
  readonly sealed: Buffer;
  readonly lease_until: Date | null;
}

export interface Lease {
  readonly token: string;
  readonly until: Date;
}

/** Another worker has taken over the lease; this worker must not write any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export function takenOver({ operation }: IdempotencyScope, cause?: unknown): LeaseLost {
  return new LeaseLost(`${operation}: the claim was taken over`, { cause });
}

/** Reads and writes `idempotency_keys`, always inside the caller's transaction. */
export class IdempotencyRecords {
  constructor(private readonly encryption: Encryption) {}

  /**
   * Takes the key's lock for the rest of the transaction if it is free, then reads. The second
   * statement has its own snapshot, taken after the lock, and sees the commit of the previous holder.
   * Throws IDEMPOTENCY_KEY_REUSED if the stored body or path differs.
   */
  async lockAndLoad(tx: AppTx, scope: IdempotencyScope): Promise<KeyState> {
    const [[lock], [row]] = await Promise.all([
      tx.query<{ locked: boolean }>(LOCK, [lockNumberOf(scope)]),
      tx.query<RecordRow>(LOAD, [scope.customerAppId, scope.hash]),
    ]);
    if (!row) return { kind: lock?.locked ? 'unused' : 'busy' };
    const { fingerprint, answer, point } = this.unseal(scope, row.sealed);
    if (fingerprint !== scope.fingerprint) {
      throw new DomainError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used before with another body or path.',
      );
    }
    if (answer) return { kind: 'answered', answer };
    const leased = row.lease_until !== null && row.lease_until > tx.systemNow;
    if (leased || !lock?.locked) return { kind: 'busy' };
    return { kind: 'abandoned', point };
  }

  /** The row of a finished request, for a batch of the effect's own. */
  answeredRow(tx: AppTx, scope: IdempotencyScope, answer: StoredAnswer): Row {
    const row = this.newRow(tx, scope, { answer });
    return { ...row, status: 'DONE', completed_at: tx.systemNow };
  }

  /** The row of work that needs another transaction. */
  claimedRow(tx: AppTx, scope: IdempotencyScope, claim: { lease: Lease; point: unknown }): Row {
    const { lease, point } = claim;
    const row = this.newRow(tx, scope, { point });
    return { ...row, status: 'CLAIMED', lease_token: lease.token, lease_until: lease.until };
  }

  /** Takes an abandoned claim over. Call it under the key's lock. */
  renew(tx: AppTx, scope: IdempotencyScope, lease: Lease): void {
    const key = { customer_app_id: scope.customerAppId, scope_hash: scope.hash, status: 'CLAIMED' };
    const changes = { lease_token: lease.token, lease_until: lease.until };
    tx.write(new WriteBatch().update('idempotency_keys', key, changes));
  }

  /** Extends the lease of a claim. Returns false if another worker has the claim. */
  prolong(tx: AppTx, scope: IdempotencyScope, lease: Lease): Promise<boolean> {
    return this.changeClaim(tx, scope, { ...lease, set: 'lease_until = $4', value: lease.until });
  }

  /** Stores the final answer. Throws `LeaseLost`. */
  async finish(tx: AppTx, scope: IdempotencyScope, done: LeasedAnswer): Promise<void> {
    const set = `status = 'DONE', completed_at = now(), lease_token = NULL, lease_until = NULL, sealed = $4`;
    const value = this.seal(scope, { answer: done.answer });
    if (!(await this.changeClaim(tx, scope, { ...done, set, value }))) throw takenOver(scope);
  }

  /** Stores a later recovery point. Throws `LeaseLost`. */
  async moveTo(tx: AppTx, scope: IdempotencyScope, next: LeasedPoint): Promise<void> {
    const value = this.seal(scope, { point: next.point });
    const isMoved = await this.changeClaim(tx, scope, { ...next, set: 'sealed = $4', value });
    if (!isMoved) throw takenOver(scope);
  }

  /** Lets the next copy of the request resume at once. False when the lease is lost. */
  async release(tx: AppTx, scope: IdempotencyScope, token: string): Promise<boolean> {
    await tx.begun;
    return this.changeClaim(tx, scope, { token, set: 'lease_until = $4', value: tx.systemNow });
  }

  /** Takes a payer out of all answers of the app that are kept, some hundred at a time. */
  async forget(tx: AppTx, payer: ForgottenPayer): Promise<void> {
    const app = tx.customerApp.id;
    for (let after = ''; ;) {
      const rows = await tx.query<{ hash: string; sealed: Buffer }>(
        byKey(`SELECT scope_hash AS hash, sealed FROM idempotency_keys
         WHERE customer_app_id = $1 AND scope_hash > $2 AND status = 'DONE'
         ORDER BY scope_hash LIMIT ${PORTION}`),
        [app, after],
      );
      for (const { hash, sealed } of rows) {
        const content = this.unseal({ customerAppId: app, hash }, sealed);
        const answer = content.answer && withoutPayer(content.answer, payer);
        if (!answer) continue;
        const blanked = this.sealAll({ customerAppId: app, hash }, { ...content, answer });
        await tx.query(
          byKey(
            `UPDATE idempotency_keys SET sealed = $3 WHERE customer_app_id = $1 AND scope_hash = $2`,
          ),
          [app, hash, blanked],
        );
      }
      const last = rows.at(-1);
      if (!last || rows.length < PORTION) return;
      after = last.hash;
    }
  }

  private newRow(tx: AppTx, scope: IdempotencyScope, content: Omit<Sealed, 'fingerprint'>): Row {
    return {
      customer_app_id: scope.customerAppId,
      scope_hash: scope.hash,
      operation: scope.operation,
      sealed: this.seal(scope, content),
      created_at: tx.systemNow,
    };
  }

  /** False if another worker has the claim, or its request is answered. */
  private async changeClaim(
    tx: AppTx,
    scope: IdempotencyScope,
    change: { readonly token: string; readonly set: string; readonly value: Buffer | Date },
  ): Promise<boolean> {
    const rows = await tx.query(
      byKey(`UPDATE idempotency_keys SET ${change.set}
       WHERE customer_app_id = $1 AND scope_hash = $2 AND lease_token = $3 AND status = 'CLAIMED'
       RETURNING 1 AS changed`),
      [scope.customerAppId, scope.hash, change.token, change.value],
    );
    return rows.length === 1;
  }

  private seal(scope: IdempotencyScope, content: Omit<Sealed, 'fingerprint'>): Buffer {
    return this.sealAll(scope, { fingerprint: scope.fingerprint, ...content });
  }

  private sealAll(row: RowOf, content: Sealed): Buffer {
    return this.encryption.encrypt(IDEMPOTENCY_KEY, JSON.stringify(content), contextOf(row));
  }

  private unseal(scope: RowOf, sealed: Buffer): Sealed {
    return JSON.parse(this.encryption.decrypt(IDEMPOTENCY_KEY, sealed, contextOf(scope))) as Sealed;
  }
}

export interface LeasedAnswer {
  readonly token: string;
  readonly answer: StoredAnswer;
}

export interface LeasedPoint {
  readonly token: string;
  readonly point: unknown;
}

type RowOf = Pick<IdempotencyScope, 'customerAppId' | 'hash'>;

function contextOf(scope: RowOf): string {
  return `idempotency_keys ${scope.customerAppId} ${scope.hash}`;
}
