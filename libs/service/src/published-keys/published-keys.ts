import {
  createPrivateKey,
  type KeyObject,
  createHash,
  generateKeyPair,
  type JsonWebKey,
} from 'node:crypto';
import { promisify } from 'node:util';
import { StartupError } from '@towpath/http';
import {
  byValues,
  Encryption,
  Transactions,
  WriteBatch,
  type KeyPurpose,
  type WorkerTx,
} from '@towpath/persistence';
import type {
  KeyDistrustTable,
  PublicRsaKey,
  PublishedKey,
  PublishedKeyTable,
} from './published-key.table.js';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@towpath/observability';

const generate = promisify(generateKeyPair);

const MODULUS_BITS = 3072;

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
  readonly rows: readonly PublishedKey[];
}

/** Where a service keeps its keys. */
export interface KeyPlace {
  readonly keys: PublishedKeyTable;
  readonly distrusts: KeyDistrustTable;
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
      await tx.query(byValues(`DELETE FROM ${this.place.keys.name} WHERE retired_at <= $1`), [
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
      const distrusted = before.find((row) => row.keyId === keyId);
      if (!distrusted) return (await this.place.distrusts.find(tx, { keyId })) !== null;
      await tx.query(byValues(`DELETE FROM ${this.place.keys.name} WHERE key_id = $1`), [keyId]);
      const now = tx.systemNow;
      const batch = new WriteBatch();
      this.place.distrusts.insert(batch, { keyId, actor, reason, distrustedAt: now });
      const newest = before.find((row) => row !== distrusted && row.retiredAt === null);
      if (!newest) this.insert(batch, spare, { publishedAt: now, usedFrom: now });
      else if (inUse(before, now) === distrusted) {
        this.place.keys.change(batch, { keyId: newest.keyId }, { usedFrom: now });
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
    return { keys: ordered.map(({ publicKey }) => publicKey) };
  }

  /** ID of the key that users receive at `now`. */
  async currentKeyId(now: Date): Promise<string> {
    const row = inUse((await this.load()).rows, now);
    if (!row) throw new StartupError('There is no key to encrypt to yet: start the service first.');
    return row.keyId;
  }

  /** Undefined for a key that never was, or no longer is. */
  async privateKey(keyId: string, now: Date): Promise<KeyObject | undefined> {
    const row = (await this.load()).rows.find((each) => each.keyId === keyId);
    if (!row || (row.retiredAt !== null && row.retiredAt <= now)) return undefined;
    let key = this.opened.get(keyId);
    if (!key) {
      const { privateKeySealed } = row;
      key = createPrivateKey(this.encryption.decrypt(this.place.purpose, privateKeySealed, keyId));
      this.opened.set(keyId, key);
    }
    return key;
  }

  private async add(
    key: NewRsaKey,
    wanted: (tx: WorkerTx, rows: readonly PublishedKey[]) => boolean,
  ): Promise<void> {
    await this.transactions.asWorker(async (tx) => {
      await this.lockKeys(tx);
      const rows = await this.readKeys(tx);
      if (!wanted(tx, rows)) return;
      const aheadMs = rows.length === 0 ? 0 : PUBLISHED_AHEAD_MS;
      const usedFrom = new Date(tx.systemNow.getTime() + aheadMs);
      await tx.query(
        byValues(`UPDATE ${this.place.keys.name} SET retired_at = $1 WHERE retired_at IS NULL`),
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
    this.place.keys.insert(batch, {
      keyId,
      publicKey,
      privateKeySealed: this.encryption.encrypt(this.place.purpose, privateKey, keyId),
      publishedAt,
      usedFrom,
      retiredAt: null,
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
      if (!rows.some((row) => row.keyId === keyId)) this.opened.delete(keyId);
    }
    return { at: performance.now(), rows };
  }

  private async lockKeys(tx: WorkerTx): Promise<void> {
    await tx.query(byValues(`SELECT pg_advisory_xact_lock(hashtext($1))`), [this.place.keys.name]);
  }

  /** Newest first. */
  private async readKeys(tx: WorkerTx): Promise<PublishedKey[]> {
    await tx.begun;
    const current = byValues(`SELECT to_jsonb(t) AS row FROM ${this.place.keys.name} AS t
     WHERE retired_at IS NULL OR retired_at > $1 ORDER BY used_from DESC`);
    return this.place.keys.rows(await tx.query(current, [tx.systemNow]));
  }
}

function isDue(tx: WorkerTx, [newest]: readonly PublishedKey[]): boolean {
  if (!newest) return true;
  return tx.systemNow.getTime() - newest.usedFrom.getTime() >= USE_PERIOD_MS;
}

/** The newest whose time has come. */
function inUse(rows: readonly PublishedKey[], now: Date): PublishedKey | undefined {
  return rows.find(({ usedFrom }) => usedFrom <= now) ?? rows.at(-1);
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

const POLL_MS = 3_600_000;

/** Makes the first key at the first start, the next one when its time has come, and ends old ones. */
export class KeyRotation implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: Pick<PublishedKeys, 'ensure'>,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keys.ensure();
    this.timer = setInterval(() => {
      this.keys.ensure().catch((error: unknown) => {
        this.logger.error({ error }, 'a published key could not be renewed');
      });
    }, POLL_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
