import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import {
  byKey,
  canonicalJson,
  Encryption,
  IDEMPOTENCY_KEY,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import type { LoginIdentityState } from '../login-identities/domain/login-identity.transitions.js';
import { isUnlinked } from '../login-identities/domain/is-unlinked.js';
import type { OpenedFields } from './open-payload.js';

/** Time in ms for which a repeat of the same request receives its answer. */
const ANSWERED_FOR_MS = 10 * 60_000;

type Mark = Pick<OpenedFields, 'mark'>;

/** What the payload was sent for: operation, values of the path, body. */
export type PayloadRequest = readonly [operation: string, path: string, body: object];

interface Sealed<T> {
  readonly request: string;
  readonly answer: T;
}

interface AnswerRow {
  readonly sealed: Buffer;
  readonly status: LoginIdentityState;
}

/** A payload has one effect, over all apps, operations and pages. */
@Injectable()
export class PayloadUses {
  constructor(private readonly encryption: Encryption) {}

  /**
   * Null at the first use, which excludes every other one until the transaction ends. For a repeat
   * of the same request: its answer. Throws INVALID_ENCRYPTED_PAYLOAD for any other use.
   */
  async take<T>(tx: AppTx, used: Mark, request: PayloadRequest): Promise<T | null> {
    // Nobody sees the row of another app; the unique index sees them all.
    const taken = await tx.query(
      byKey(`INSERT INTO used_payloads (customer_app_id, mark, used_at)
       VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING true AS taken`),
      [tx.customerApp.id, used.mark, tx.systemNow],
    );
    if (taken.length === 1) return null;
    const known = await this.answered<T>(tx, used);
    if (known?.request === digestOf(request)) return known.answer;
    throw new DomainError(
      'INVALID_ENCRYPTED_PAYLOAD',
      'It was submitted before: encrypt with a new key each time.',
    );
  }

  /** The answer of the first use, sent with its writes. */
  keep(
    tx: AppTx,
    { mark }: Mark,
    kept: {
      readonly request: PayloadRequest;
      readonly loginIdentityId: string;
      readonly answer: object;
    },
  ): void {
    const sealed: Sealed<object> = { request: digestOf(kept.request), answer: kept.answer };
    const row = {
      customer_app_id: tx.customerApp.id,
      mark,
      login_identity_id: kept.loginIdentityId,
      sealed: this.encryption.encrypt(IDEMPOTENCY_KEY, JSON.stringify(sealed), contextOf(mark)),
      expires_at: new Date(tx.systemNow.getTime() + ANSWERED_FOR_MS),
    };
    tx.write(new WriteBatch().insert('payload_answers', row));
  }

  /** Not of a login identity that was deleted since. */
  private async answered<T>(tx: AppTx, { mark }: Mark): Promise<Sealed<T> | null> {
    const [row] = await tx.query<AnswerRow>(
      byKey(`SELECT a.sealed, l.status FROM payload_answers a
       JOIN login_identities l USING (customer_app_id, login_identity_id)
       WHERE a.customer_app_id = $1 AND a.mark = $2 AND a.expires_at > $3`),
      [tx.customerApp.id, mark, tx.systemNow],
    );
    if (!row || isUnlinked(row.status)) return null;
    const text = this.encryption.decrypt(IDEMPOTENCY_KEY, row.sealed, contextOf(mark));
    return JSON.parse(text) as Sealed<T>;
  }
}

/** The body contains the ciphertext, so that nobody can guess it. */
function digestOf(request: PayloadRequest): string {
  return createHash('sha256').update(canonicalJson(request)).digest('base64url');
}

function contextOf(mark: Buffer): string {
  return `payload_answers ${mark.toString('hex')}`;
}
