import { Injectable } from '@nestjs/common';
import { StartupError } from '@towpath/http';
import { awaitedLater, newId, type Id } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import {
  byValues,
  Encryption,
  keyPurpose,
  Transactions,
  WriteBatch,
  type CommandRun,
  type WorkerTx,
} from '@towpath/persistence';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { signingKeyDistrusts, signingKeys, type SigningKeyRow } from './signing-key.table.js';

/** Interval in ms at which replicas reload the keys, and so drop a distrusted one. */
const RELOAD_MS = 1_000;
/** A key signs only when every verifier has it, also one whose gateway does not answer for a while. */
const PUBLISHED_AHEAD_MS = 330_000;
/** A key signs for this long before a new one is made. */
const SIGNING_PERIOD_MS = 90 * 86_400_000;
/** A key that no longer signs stays published until the last token it signed has ended. */
const RETIREMENT_MS = 86_400_000;
/** The key that encrypts private keys. */
export const SIGNING_KEYS_KEY = keyPurpose('signing-keys');

interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
}

/** An operator's order. */
export interface Distrust {
  readonly keyId: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly run?: CommandRun;
}

interface Loaded {
  readonly at: number;
  readonly rows: readonly SigningKeyRow[];
}

/**
 * The keys that sign access tokens (ES256). The private halves are sealed in the database, so that
 * every replica signs with the same key; the newest whose time to sign has come is used.
 */
@Injectable()
export class SigningKeys {
  private loaded: Promise<Loaded> | undefined;
  private readonly imported = new Map<string, Promise<CryptoKey>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly encryption: Encryption,
  ) {}

  /** Makes the first key, or the next one when the current has signed long enough. */
  async ensure(): Promise<void> {
    await this.transactions.asWorker(async (tx) => {
      await oneAtATime(tx);
      const rows = await readKeys(tx);
      const newest = rows[0];
      const age = newest ? tx.systemNow.getTime() - newest.signsFrom.getTime() : Infinity;
      if (age < SIGNING_PERIOD_MS) return;
      await this.add(tx, { first: newest === undefined });
    });
    this.loaded = undefined;
  }

  /** A new key at once, for an operator who no longer trusts the old; those retire in a day. */
  async rotate(run?: CommandRun): Promise<void> {
    await this.transactions.asWorker(async (tx) => {
      await oneAtATime(tx);
      await this.add(tx, { first: false });
      await run?.record(tx, { kind: 'signing_key' });
    });
    this.loaded = undefined;
  }

  /**
   * Distrusts a key whose private half may be known: its tokens are refused within 5 s, and the
   * next key signs at once. Returns false if there is no such key and none was distrusted before.
   */
  async distrust({ keyId, actor, reason, run }: Distrust): Promise<boolean> {
    const isKnown = await this.transactions.asWorker(async (tx) => {
      await oneAtATime(tx);
      const rows = await readKeys(tx);
      if (!rows.some((row) => row.keyId === keyId)) return isDistrusted(tx, keyId);
      const now = tx.systemNow;
      await tx.query(
        byValues(
          `UPDATE signing_keys SET retired_at = $2, private_key_sealed = '' WHERE key_id = $1`,
        ),
        [keyId, now],
      );
      const batch = new WriteBatch();
      signingKeyDistrusts.insert(batch, { keyId, actor, reason, distrustedAt: now });
      tx.write(batch);
      const next = rows.find((row) => row.keyId !== keyId && row.retiredAt === null);
      if (!next) await this.add(tx, { first: true });
      else if (next.signsFrom > now) {
        const sql = 'UPDATE signing_keys SET signs_from = $2 WHERE key_id = $1';
        await tx.query(byValues(sql), [next.keyId, now]);
      }
      const about = { kind: 'signing_key', id: keyId };
      await run?.record(tx, { ...about, reason: reason ?? undefined });
      return true;
    });
    this.loaded = undefined;
    return isKnown;
  }

  /** The key set that verifiers read: every key that signs, will sign or signed lately. */
  async publicKeySet(): Promise<{ readonly keys: readonly JWK[] }> {
    const { rows } = await this.load();
    return { keys: rows.map(({ publicKey }) => publicKey) };
  }

  /** The key to sign with at `now`. */
  async current(now: Date): Promise<SigningKey> {
    const { rows } = await this.load();
    const row = rows.find(({ signsFrom }) => signsFrom <= now) ?? rows.at(-1);
    if (!row) throw new StartupError('There is no signing key yet: start the gateway first.');
    return { keyId: row.keyId, privateKey: await this.importPrivate(row) };
  }

  private async add(tx: WorkerTx, { first }: { readonly first: boolean }): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const publicJwk = await exportJWK(publicKey);
    const keyId = await calculateJwkThumbprint(publicJwk);
    const secret = JSON.stringify(await exportJWK(privateKey));
    const { systemNow } = tx;
    const signsFrom = new Date(systemNow.getTime() + (first ? 0 : PUBLISHED_AHEAD_MS));
    await tx.query(byValues(`UPDATE signing_keys SET retired_at = $1 WHERE retired_at IS NULL`), [
      new Date(signsFrom.getTime() + RETIREMENT_MS),
    ]);
    const batch = new WriteBatch();
    signingKeys.insert(batch, {
      keyId,
      publicKey: { ...publicJwk, kid: keyId, alg: 'ES256', use: 'sig' },
      privateKeySealed: this.encryption.encrypt(SIGNING_KEYS_KEY, secret, keyId),
      publishedAt: systemNow,
      signsFrom,
      retiredAt: null,
    });
    tx.write(batch);
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
    // All who sign wait for it: it belongs to none of their requests, connections or deadlines.
    const rows = await requestContext.leave(() => this.transactions.asWorker(readKeys));
    return { at: performance.now(), rows };
  }

  private importPrivate(row: SigningKeyRow): Promise<CryptoKey> {
    let key = this.imported.get(row.keyId);
    if (!key) {
      const { privateKeySealed: sealed, keyId } = row;
      const jwk = JSON.parse(this.encryption.decrypt(SIGNING_KEYS_KEY, sealed, keyId)) as JWK;
      key = importJWK(jwk, 'ES256') as Promise<CryptoKey>;
      this.imported.set(keyId, awaitedLater(key));
    }
    return key;
  }
}

/** Two replicas, or a replica and an operator, never make a key at the same time. */
async function oneAtATime(tx: WorkerTx): Promise<void> {
  await tx.query(byValues(`SELECT pg_advisory_xact_lock(hashtext('signing_keys'))`));
}

async function isDistrusted(tx: WorkerTx, keyId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM signing_key_distrusts WHERE key_id = $1';
  return (await tx.query(byValues(sql), [keyId])).length > 0;
}

/** Newest first. */
async function readKeys(tx: WorkerTx): Promise<SigningKeyRow[]> {
  const found = await tx.query<{ row: unknown }>(
    byValues(`SELECT to_jsonb(k) AS row FROM signing_keys k WHERE retired_at IS NULL OR retired_at > now()
     ORDER BY signs_from DESC`),
  );
  return signingKeys.rows(found);
}

/** IDs of tokens. */
type TokenId = Id<'Token'>;
export const newTokenId = (at: Date): TokenId => newId<TokenId>(at);
