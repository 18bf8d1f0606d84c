import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EncryptedPayload, LoginIdentityResponse } from '@towpath/contracts/account-data';
import { DomainError, plusMs, type CustomerAppId } from '@towpath/kernel';
import {
  byKey,
  canonicalJson,
  Encryption,
  IDEMPOTENCY_KEY,
  Transactions,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import { LoginIdentitiesReads } from '../login-identities/login-identities.reads.js';
import type { LoginIdentitySnapshot } from '../login-identities/login-identity.table.js';
import { isUnlinked } from '../login-identities/login-identity.transitions.js';
import { payloadAnswers } from './link-key.table.js';
import { LinkKeysService, type TypedFields } from './link-keys.service.js';

/** Time in ms for which a repeat of the same request receives its answer. */
const ANSWERED_FOR_MS = 10 * 60_000;

export interface PayloadOrder {
  readonly customerAppId: CustomerAppId;
  /** What the payload was sent for: operation, values of the path, body. */
  readonly request: readonly [operation: string, path: string, body: object];
  /** Undefined when nothing was typed; then a repeat is another request. */
  readonly payload: EncryptedPayload | undefined;
}

interface Sealed {
  readonly request: string;
  readonly answer: LoginIdentityResponse;
}

type AnswerRow = Pick<LoginIdentitySnapshot, 'status'> & { readonly sealed: Buffer };

/** A payload has one effect, over all apps, operations and pages. */
@Injectable()
export class PayloadsService {
  constructor(
    private readonly db: Transactions,
    private readonly keys: LinkKeysService,
    private readonly encryption: Encryption,
    private readonly identities: LoginIdentitiesReads,
  ) {}

  /**
   * Runs the effect of a user's encrypted input once. A repeat of the same request receives its
   * answer. Throws UNKNOWN_KEY_ID and INVALID_ENCRYPTED_PAYLOAD, and what the effect throws.
   */
  async once<Begun extends { readonly snapshot: LoginIdentitySnapshot }>(
    { customerAppId, request, payload }: PayloadOrder,
    effect: (tx: AppTx, typed: TypedFields | null) => Promise<Begun>,
  ) {
    const opened = payload ? await this.keys.open(payload) : null;
    // The body contains the ciphertext, so that nobody can guess it.
    const digest = createHash('sha256').update(canonicalJson(request)).digest('base64url');
    return this.db.forApp(customerAppId, async (tx) => {
      await tx.begun;
      const known = opened && (await this.take(tx, opened.mark, digest));
      if (known) return { answer: known, begun: null };
      const begun = await effect(tx, opened?.fields ?? null);
      const answer = this.identities.body(begun.snapshot);
      if (opened) {
        const { mark } = opened;
        const { loginIdentityId } = begun.snapshot;
        const text = JSON.stringify({ request: digest, answer } satisfies Sealed);
        const sealed = this.encryption.encrypt(IDEMPOTENCY_KEY, text, contextOf(mark));
        const expiresAt = plusMs(tx.systemNow, ANSWERED_FOR_MS);
        const batch = new WriteBatch();
        payloadAnswers.insert(batch, { customerAppId, mark, loginIdentityId, sealed, expiresAt });
        tx.write(batch);
      }
      return { answer, begun };
    });
  }

  /**
   * Null at the first use, which excludes every other one until the transaction ends. For a repeat
   * of the same request: its answer. Throws INVALID_ENCRYPTED_PAYLOAD for any other use.
   */
  private async take(
    tx: AppTx,
    mark: Buffer,
    request: string,
  ): Promise<LoginIdentityResponse | null> {
    // Nobody sees the row of another app; the unique index sees them all.
    const taken = await tx.query(
      byKey(`INSERT INTO used_payloads (customer_app_id, mark, used_at)
       VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING true AS taken`),
      [tx.customerApp.id, mark, tx.systemNow],
    );
    if (taken.length === 1) return null;
    const known = await this.answered(tx, mark);
    if (known?.request === request) return known.answer;
    throw new DomainError(
      'INVALID_ENCRYPTED_PAYLOAD',
      'It was submitted before: encrypt with a new key each time.',
    );
  }

  /** Not of a login identity that was deleted since. */
  private async answered(tx: AppTx, mark: Buffer): Promise<Sealed | null> {
    const [row] = await tx.query<AnswerRow>(
      byKey(`SELECT a.sealed, l.status FROM payload_answers a
       JOIN login_identities l USING (customer_app_id, login_identity_id)
       WHERE a.customer_app_id = $1 AND a.mark = $2 AND a.expires_at > $3`),
      [tx.customerApp.id, mark, tx.systemNow],
    );
    if (!row || isUnlinked(row.status)) return null;
    const text = this.encryption.decrypt(IDEMPOTENCY_KEY, row.sealed, contextOf(mark));
    return JSON.parse(text) as Sealed;
  }
}

function contextOf(mark: Buffer): string {
  return `payload_answers ${mark.toString('hex')}`;
}
