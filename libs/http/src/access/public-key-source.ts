import { awaitedLater } from '@towpath/kernel';
import { importJWK, type CryptoKey, type JWK } from 'jose';

/** Public keys of the gateway's tokens. The gateway itself answers from its own store. */
export abstract class PublicKeySource {
  /** The key, or undefined if no such key is published. Rejects if the publisher is unavailable. */
  abstract find(keyId: string): Promise<CryptoKey | undefined>;
  /** Whether the key is still published, as far as is known. */
  abstract trusts(keyId: string): boolean | Promise<boolean>;
}

/** DI token of the keys that requests are checked with. */
export const KNOWN_KEYS = Symbol('KNOWN_KEYS');
export type KnownKeys = Pick<PublicKeySource, 'find' | 'trusts'>;

export interface CachedKeySourceOptions {
  /** Reads the published key set. */
  readonly fetchKeySet: () => Promise<{ readonly keys: readonly JWK[] }>;
  /** Age in ms after which the set is read again, while the known one still serves. */
  readonly lifetimeMs?: number;
  /** From this age in ms on, the set is read again before the next answer. */
  readonly oldestMs?: number;
  /** Shortest time in ms between two reads that an unknown key ID may cause. */
  readonly minIntervalMs?: number;
  readonly now?: () => number;
  readonly onFailure?: (error: unknown) => void;
}

const LIFETIME_MS = 1_500;
const OLDEST_MS = 3_000;
const MIN_INTERVAL_MS = 1_000;
/** For so long after a failure in ms, no caller waits for the publisher. */
const PATIENCE_MS = 5_000;

/**
 * Keys from a published set, cached. An expired set is renewed in the background; a set that is too
 * old is renewed before the next answer. A withdrawn key is therefore refused within seconds. An
 * unavailable publisher does not stop verification. An unknown key ID causes a request at most once
 * per interval, so forged key IDs cause no flood.
 */
export class CachedKeySource extends PublicKeySource {
  readonly #options: Required<CachedKeySourceOptions>;
  #keys: ReadonlyMap<string, CryptoKey> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: CachedKeySourceOptions) {
    super();
    this.#options = {
      lifetimeMs: LIFETIME_MS,
      oldestMs: OLDEST_MS,
      minIntervalMs: MIN_INTERVAL_MS,
      now: () => performance.now(),
      onFailure: () => undefined,
      ...options,
    };
  }

  override async trusts(keyId: string): Promise<boolean> {
    await this.#recent();
    return this.#keys?.has(keyId) ?? false;
  }

  override async find(keyId: string): Promise<CryptoKey | undefined> {
    await this.#recent();
    if (!this.#keys?.has(keyId) && this.#mayAsk()) await this.#tryReading();
    return this.#keys?.get(keyId);
  }

  async #recent(): Promise<void> {
    if (!this.#keys) return this.#read();
    const { now, lifetimeMs, oldestMs } = this.#options;
    const age = now() - this.#readAt;
    if (age < lifetimeMs || !this.#mayAsk()) return;
    const reading = this.#tryReading();
    if (age >= oldestMs && now() - this.#failedAt >= PATIENCE_MS) await reading;
  }

  #tryReading(): Promise<void> {
    return this.#read().catch((error: unknown) => {
      this.#failedAt = this.#options.now();
      this.#options.onFailure(error);
    });
  }

  #mayAsk(): boolean {
    return this.#reading !== undefined || this.#sinceAsked() >= this.#options.minIntervalMs;
  }

  #sinceAsked(): number {
    return this.#options.now() - this.#askedAt;
  }

  #read(): Promise<void> {
    this.#reading ??= awaitedLater(this.#fetch().finally(() => (this.#reading = undefined)));
    return this.#reading;
  }

  async #fetch(): Promise<void> {
    this.#askedAt = this.#options.now();
    const { keys } = await this.#options.fetchKeySet();
    const imported = await Promise.all(
      keys.map(async (jwk) => [jwk.kid ?? '', await importKey(jwk)] as const),
    );
    this.#keys = new Map(imported);
    this.#readAt = this.#options.now();
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('the key set holds a symmetric key');
  return key;
}
