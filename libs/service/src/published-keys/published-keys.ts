import {
  createPrivateKey,
  type KeyObject,
  createHash,
  generateKeyPair,
  type JsonWebKey,
} from 'node:crypto';
import { StartupError } from '@towpath/http';
import {
  byValues,
  Encryption,
  Transactions,
  WriteBatch,
  type KeyPurpose,
  type WorkerTx,
} from '@towpath/persistence';

import type { PublishedKeyEntity } from './published-key.entity.js';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

const MODULUS_BITS = 3072;

/** The public half as RFC 7517 writes it. */
interface PublicRsaKey {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'RSA-OAEP-256';
  readonly n: string;
  readonly e: string;
}

interface NewRsaKey {
  readonly keyId: string;
  readonly publicKey: PublicRsaKey;
  /** PKCS #8, PEM. Secret. */
  readonly privateKey: string;
}

/** Callers may keep the key set this long, seconds. */
export const KEY_SET_LIFETIME_S = 300;
/** Interval in ms at which replicas reload the keys: a distrusted key is unused after 5 s. */
const RELOAD_MS = 4_000;
/** For clocks that differ, and caches that are slow. */
const MARGIN_MS = 30_000;
/** Users receive a key only after every cache and every replica has it. */
const PUBLISHED_AHEAD_MS = KEY_SET_LIFETIME_S * 1_000 + MARGIN_MS;
const DAY_MS = 86_400_000;
/** A key is used for this long before a new one is made. */
const USE_PERIOD_MS = 90 * DAY_MS;
/** Time in ms for which payloads under a replaced key can be decrypted. */
const DECRYPTS_FOR_MS = 30 * DAY_MS;

/** An operator's order to distrust a key, as stored. */
export interface Distrust {
  readonly keyId: string;
  readonly actor: string;
  readonly reason: string | null;
}

interface Loaded {
  readonly at: number;
  readonly rows: readonly PublishedKeyEntity[];
}

/** Tables with the keys of a service: constants of the program, which become part of statements. */
export interface KeyPlace {
  readonly table: string;
  readonly distrusts: string;
  /** Seals the private halves. */
  readonly purpose: KeyPurpose;
}

/**
 * RSA keys with which users encrypt their input. The private keys are encrypted in the database, so
 * that every replica can use them. They are deleted when they retire.
 */
export class PublishedKeys {
  private loaded: Promise<Loaded> | undefined;
  private readonly opened = new Map<string, KeyObject>();

  constructor(
    private readonly place: KeyPlace,
    private readonly transactions: Transactions,
    private readonly encryption: Encryption,
  ) {}

  /** Makes the first key, or the next one when the current has been used long enough. */
  async ensure(): Promise<void> {
    const due = await this.transactions.asWorker(async (tx) => {
      await tx.begun;
      await tx.query(byValues(`DELETE FROM ${this.place.table} WHERE retired_at <= $1`), [
        tx.systemNow,
      ]);
      return isDue(tx, await this.readKeys(tx));
    });
    // Made outside the transaction: it takes long. Another replica may be faster.
    if (due) await this.add(await newRsaKey(), isDue);
  }

  /** A new key as soon as every cache has it; the old one still decrypts for a while. */
  async rotate(): Promise<void> {
    await this.add(await newRsaKey(), () => true);
  }

  /**
   * Distrusts a key whose private half may be known: nothing more is encrypted or decrypted with
   * it, and it is deleted. The next key is used at once, although caches do not have it yet.
   * Returns false if there is no such key and none was distrusted before.
   */
  async distrust({ keyId, actor, reason }: Distrust): Promise<boolean> {
    const spare = await newRsaKey();
    const isKnown = await this.transactions.asWorker(async (tx) => {
      await this.lockKeys(tx);
      const before = await this.readKeys(tx);
      const distrusted = before.find(({ key_id }) => key_id === keyId);
      if (!distrusted) return this.isDistrusted(tx, keyId);
      await tx.query(byValues(`DELETE FROM ${this.place.table} WHERE key_id = $1`), [keyId]);
      const now = tx.systemNow;
      const batch = new WriteBatch().insert(this.place.distrusts, {
        key_id: keyId,
        actor,
        reason,
        distrusted_at: now,
      });
      const newest = before.find((row) => row !== distrusted && row.retired_at === null);
      if (!newest) this.insert(batch, spare, { publishedAt: now, usedFrom: now });
      else if (inUse(before, now) === distrusted) {
        await tx.query(
          byValues(`UPDATE ${this.place.table} SET used_from = $2 WHERE key_id = $1`),
          [newest.key_id, now],
        );
      }
      tx.write(batch);
      return true;
    });
    this.loaded = undefined;
    return isKnown;
  }

  /** Public halves, the one to use first. */
  async publicKeySet(now: Date): Promise<{ readonly keys: readonly PublicRsaKey[] }> {
    const { rows } = await this.load();
    const current = inUse(rows, now);
    const ordered = current ? [current, ...rows.filter((row) => row !== current)] : rows;
    return { keys: ordered.map((row) => row.public_key as unknown as PublicRsaKey) };
  }

  /** ID of the key that users receive at `now`. */
  async currentKeyId(now: Date): Promise<string> {
    const row = inUse((await this.load()).rows, now);
    if (!row) throw new StartupError('There is no key to encrypt to yet: start the service first.');
    return row.key_id;
  }

  /** Undefined for a key that never was, or no longer is. */
  async privateKey(keyId: string, now: Date): Promise<KeyObject | undefined> {
    const row = (await this.load()).rows.find((each) => each.key_id === keyId);
    if (!row || (row.retired_at !== null && row.retired_at <= now)) return undefined;
    let key = this.opened.get(keyId);
    if (!key) {
      const { private_key_sealed: sealed } = row;
      key = createPrivateKey(this.encryption.decrypt(this.place.purpose, sealed, keyId));
      this.opened.set(keyId, key);
    }
    return key;
  }

  private async add(
    key: NewRsaKey,
    wanted: (tx: WorkerTx, rows: readonly PublishedKeyEntity[]) => boolean,
  ): Promise<void> {
    await this.transactions.asWorker(async (tx) => {
      await this.lockKeys(tx);
      const rows = await this.readKeys(tx);
      if (!wanted(tx, rows)) return;
      const aheadMs = rows.length === 0 ? 0 : PUBLISHED_AHEAD_MS;
      const usedFrom = new Date(tx.systemNow.getTime() + aheadMs);
      await tx.query(
        byValues(`UPDATE ${this.place.table} SET retired_at = $1 WHERE retired_at IS NULL`),
        [new Date(usedFrom.getTime() + DECRYPTS_FOR_MS)],
      );
      const batch = new WriteBatch();
      this.insert(batch, key, { publishedAt: tx.systemNow, usedFrom });
      tx.write(batch);
    });
    this.loaded = undefined;
  }

  private insert(
    batch: WriteBatch,
    { keyId, publicKey, privateKey }: NewRsaKey,
    { publishedAt, usedFrom }: { readonly publishedAt: Date; readonly usedFrom: Date },
  ): void {
    batch.insert(this.place.table, {
      key_id: keyId,
      public_key: { ...publicKey },
      private_key_sealed: this.encryption.encrypt(this.place.purpose, privateKey, keyId),
      published_at: publishedAt,
      used_from: usedFrom,
      retired_at: null,
    });
  }

  private load(): Promise<Loaded> {
    const fresh = this.loaded?.then((loaded) =>
      performance.now() - loaded.at < RELOAD_MS ? loaded : undefined,
    );
    const next = (fresh ?? Promise.resolve(undefined)).then((loaded) => loaded ?? this.read());
    this.loaded = next;
    next.catch(() => {
      this.loaded = undefined;
    });
    return next;
  }

  private async read(): Promise<Loaded> {
    const rows = await this.transactions.asWorker((tx) => this.readKeys(tx));
    for (const keyId of this.opened.keys()) {
      if (!rows.some((row) => row.key_id === keyId)) this.opened.delete(keyId);
    }
    return { at: performance.now(), rows };
  }

  private async lockKeys(tx: WorkerTx): Promise<void> {
    await tx.query(byValues(`SELECT pg_advisory_xact_lock(hashtext($1))`), [this.place.table]);
  }

  private async isDistrusted(tx: WorkerTx, keyId: string): Promise<boolean> {
    const sql = `SELECT 1 FROM ${this.place.distrusts} WHERE key_id = $1`;
    return (await tx.query(byValues(sql), [keyId])).length > 0;
  }

  /** Newest first. */
  private async readKeys(tx: WorkerTx): Promise<PublishedKeyEntity[]> {
    await tx.begun;
    return tx.query<PublishedKeyEntity>(
      byValues(`SELECT * FROM ${this.place.table} WHERE retired_at IS NULL OR retired_at > $1
       ORDER BY used_from DESC`),
      [tx.systemNow],
    );
  }
}

function isDue(tx: WorkerTx, [newest]: readonly PublishedKeyEntity[]): boolean {
  if (!newest) return true;
  return tx.systemNow.getTime() - newest.used_from.getTime() >= USE_PERIOD_MS;
}

/** The newest whose time has come. */
function inUse(rows: readonly PublishedKeyEntity[], now: Date): PublishedKeyEntity | undefined {
  return rows.find(({ used_from }) => used_from <= now) ?? rows.at(-1);
}

/** Its ID is its thumbprint (RFC 7638), so that no two keys share one. */
async function newRsaKey(): Promise<NewRsaKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const { n = '', e = '' }: JsonWebKey = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return {
    keyId,
    publicKey: { kty: 'RSA', kid: keyId, use: 'enc', alg: 'RSA-OAEP-256', n, e },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
