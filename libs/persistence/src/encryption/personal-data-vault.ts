import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { AppTx } from '../transactions/tx.js';
import type { WriteBatch } from '../transactions/write-batch.js';
import { Encryption } from './encryption.js';
import { PERSONAL_DATA_KEY } from './key-provider.js';
import { open, seal } from './sealed-box.js';
import { byKey, byValues } from '../transactions/planned-statement.js';

/** The subject's key was destroyed: its data is unreadable permanently. */
export class PersonalDataErased extends Error {
  override readonly name = 'PersonalDataErased';

  constructor(subjectId: string) {
    super(`the personal data of ${subjectId} has been erased`);
  }
}

/** The data key of one person, opened for the length of a request. */
export class SubjectKey {
  readonly #key: KeyObject;

  constructor(
    readonly subjectId: string,
    key: Buffer,
  ) {
    this.#key = createSecretKey(key);
  }

  /** `field` names table and column: a value moved to another field is refused. */
  encrypt(field: string, plaintext: { readonly text: string }): Buffer {
    return this.encryptBytes(field, Buffer.from(plaintext.text, 'utf8'));
  }

  encryptBytes(field: string, plaintext: Buffer): Buffer {
    return seal(this.#key, plaintext, this.context(field));
  }

  /** Throws `DecryptionFailed` for changed bytes or another field. */
  decrypt(field: string, ciphertext: Uint8Array): string {
    return this.decryptBytes(field, ciphertext).toString('utf8');
  }

  /** Like `decrypt`. */
  decryptBytes(field: string, ciphertext: Uint8Array): Buffer {
    return open(this.#key, Buffer.from(ciphertext), this.context(field));
  }

  private context(field: string): Buffer {
    return Buffer.from(`${this.subjectId} ${field}`, 'utf8');
  }
}

const KEY_BYTES = 32;

interface KeyRow {
  readonly subject_id: string;
  readonly wrapped_key: Buffer | null;
}

/**
 * One data key per person (`subject`, such as a payment user), wrapped under the service's key.
 * Destroying it erases the person's fields in every row and every backup at once, while the rows
 * about money stay.
 */
export class PersonalDataVault {
  /** Keys that a transaction has already read or written. */
  private readonly inHand = new WeakMap<AppTx, Map<string, SubjectKey>>();

  constructor(private readonly encryption: Encryption) {}

  /** The subject's key, made at first use. Throws `PersonalDataErased`. */
  async keyFor(tx: AppTx, subjectId: string): Promise<SubjectKey> {
    const inHand = this.keysInHand(tx);
    const key = inHand.get(subjectId) ?? (await this.openOrMake(tx, subjectId));
    inHand.set(subjectId, key);
    return key;
  }

  /**
   * The first key of a subject that the same batch creates: written with it, without a round trip
   * of its own. A subject that has a key already makes the batch fail.
   */
  makeFor(tx: AppTx, batch: WriteBatch, subjectId: string): SubjectKey {
    const { key, wrapped } = this.fresh(tx, subjectId);
    batch.insert('personal_data_keys', {
      customer_app_id: tx.customerApp.id,
      subject_id: subjectId,
      wrapped_key: wrapped,
      created_at: tx.systemNow,
    });
    this.keysInHand(tx).set(subjectId, key);
    return key;
  }

  /** Keys of those subjects that have one and were not erased, with one query: for lists. */
  async openAll(tx: AppTx, subjectIds: readonly string[]): Promise<Map<string, SubjectKey>> {
    // PostgreSQL keeps no plan for a list that may be long, so one subject is asked for by itself.
    const [only] = subjectIds;
    if (only !== undefined && subjectIds.length === 1) {
      const key = await this.open(tx, only);
      return new Map(key ? [[only, key]] : []);
    }
    const rows = await tx.query<KeyRow>(
      byKey(`SELECT subject_id, wrapped_key FROM personal_data_keys
       WHERE customer_app_id = $1 AND subject_id = ANY($2) AND wrapped_key IS NOT NULL`),
      [tx.customerApp.id, subjectIds],
    );
    return new Map(rows.map((row) => [row.subject_id, this.unwrap(tx, row)]));
  }

  private async open(tx: AppTx, subjectId: string): Promise<SubjectKey | undefined> {
    const [row] = await tx.query<KeyRow>(
      byKey(`SELECT subject_id, wrapped_key FROM personal_data_keys
       WHERE customer_app_id = $1 AND subject_id = $2 AND wrapped_key IS NOT NULL`),
      [tx.customerApp.id, subjectId],
    );
    return row && this.unwrap(tx, row);
  }

  /** Destroys the subject's key, also one never used: none can be made afterwards. */
  async destroy(tx: AppTx, subjectId: string): Promise<void> {
    this.inHand.get(tx)?.delete(subjectId);
    await tx.query(
      byValues(`INSERT INTO personal_data_keys (customer_app_id, subject_id, destroyed_at)
       VALUES ($1, $2, now())
       ON CONFLICT (customer_app_id, subject_id) DO UPDATE
         SET wrapped_key = NULL, destroyed_at = coalesce(personal_data_keys.destroyed_at, now())`),
      [tx.customerApp.id, subjectId],
    );
  }

  /** Wraps up to `limit` keys of the app under the current version; returns how many it did. */
  async rewrap(tx: AppTx, { limit }: { readonly limit: number }): Promise<number> {
    const rows = await tx.query<KeyRow>(
      byValues(`SELECT subject_id, wrapped_key FROM personal_data_keys
       WHERE customer_app_id = $1 AND wrapped_key IS NOT NULL
         AND NOT starts_with(encode(wrapped_key, 'hex'), $2)
       LIMIT $3 FOR UPDATE`),
      [tx.customerApp.id, this.encryption.currentPrefix(PERSONAL_DATA_KEY).toString('hex'), limit],
    );
    for (const row of rows) {
      const context = contextOf(tx, row.subject_id);
      const key = this.encryption.decryptBytes(
        PERSONAL_DATA_KEY,
        row.wrapped_key ?? Buffer.of(),
        context,
      );
      await tx.query(
        byValues(`UPDATE personal_data_keys SET wrapped_key = $3
         WHERE customer_app_id = $1 AND subject_id = $2`),
        [
          tx.customerApp.id,
          row.subject_id,
          this.encryption.encrypt(PERSONAL_DATA_KEY, key, context),
        ],
      );
    }
    return rows.length;
  }

  private async openOrMake(tx: AppTx, subjectId: string): Promise<SubjectKey> {
    const known = await this.open(tx, subjectId);
    if (known) return known;
    const { key, wrapped } = this.fresh(tx, subjectId);
    const made = await tx.query(
      byKey(`INSERT INTO personal_data_keys (customer_app_id, subject_id, wrapped_key)
       VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1 AS made`),
      [tx.customerApp.id, subjectId, wrapped],
    );
    if (made.length === 1) return key;
    // Another one made it in between, unless it was destroyed.
    const theirs = await this.open(tx, subjectId);
    if (!theirs) throw new PersonalDataErased(subjectId);
    return theirs;
  }

  private fresh(tx: AppTx, subjectId: string): { key: SubjectKey; wrapped: Buffer } {
    const bytes = randomBytes(KEY_BYTES);
    const wrapped = this.encryption.encrypt(PERSONAL_DATA_KEY, bytes, contextOf(tx, subjectId));
    return { key: new SubjectKey(subjectId, bytes), wrapped };
  }

  private keysInHand(tx: AppTx): Map<string, SubjectKey> {
    const inHand = this.inHand.get(tx) ?? new Map<string, SubjectKey>();
    this.inHand.set(tx, inHand);
    return inHand;
  }

  private unwrap(tx: AppTx, row: KeyRow): SubjectKey {
    const wrapped = row.wrapped_key ?? Buffer.of();
    const context = contextOf(tx, row.subject_id);
    const key = this.encryption.decryptBytes(PERSONAL_DATA_KEY, wrapped, context);
    return new SubjectKey(row.subject_id, key);
  }
}

function contextOf(tx: AppTx, subjectId: string): string {
  return `personal_data_keys ${tx.customerApp.id} ${subjectId}`;
}
