import { importJWK, type CryptoKey, type JWK } from 'jose';

/** Public keys of the gateway's tokens. The gateway itself answers from its own store. */
export abstract class PublicKeySource {
  /** The key, or undefined when no such key is published. Rejects when nobody can tell. */
  abstract find(keyId: string): Promise<CryptoKey | undefined>;
  /** Whether the key was still published when last seen. */
  abstract trusts(keyId: string): boolean;
}

export interface CachedKeySourceOptions {
  /** Reads the published key set. */
  readonly fetchKeySet: () => Promise<{ readonly keys: readonly JWK[] }>;
  /** Age in ms after which the set is read again; a key is published this long before it signs. */
  readonly lifetimeMs?: number;
  /** Shortest time in ms between two reads that an unknown key ID may cause. */
  readonly minIntervalMs?: number;
  readonly now?: () => number;
  readonly onFailure?: (error: unknown) => void;
}

const LIFETIME_MS = 300_000;
const MIN_INTERVAL_MS = 5_000;

/**
 * Keys read from a published set and kept. Expired sets are renewed in the background and an
 * unreachable publisher does not stop verification; an unknown key ID asks again, at most once per
 * interval, so that forged key IDs cause no storm.
 */
export class CachedKeySource extends PublicKeySource {
  readonly #options: Required<CachedKeySourceOptions>;
  #keys: ReadonlyMap<string, CryptoKey> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: CachedKeySourceOptions) {
    super();
    this.#options = {
      lifetimeMs: LIFETIME_MS,
      minIntervalMs: MIN_INTERVAL_MS,
      now: () => performance.now(),
      onFailure: () => undefined,
      ...options,
    };
  }

  override trusts(keyId: string): boolean {
    this.#renewIfOld();
    return this.#keys?.has(keyId) ?? false;
  }

  override async find(keyId: string): Promise<CryptoKey | undefined> {
    if (!this.#keys) {
      await this.#read();
    } else if (!this.#keys.has(keyId) && this.#mayAsk()) {
      await this.#read().catch(this.#options.onFailure);
    } else {
      this.#renewIfOld();
    }
    return this.#keys?.get(keyId);
  }

  #mayAsk(): boolean {
    return this.#reading !== undefined || this.#sinceAsked() >= this.#options.minIntervalMs;
  }

  #sinceAsked(): number {
    return this.#options.now() - this.#askedAt;
  }

  #renewIfOld(): void {
    const old = this.#options.now() - this.#readAt >= this.#options.lifetimeMs;
    if (old && !this.#reading && this.#sinceAsked() >= this.#options.minIntervalMs) {
      void this.#read().catch(this.#options.onFailure);
    }
  }

  #read(): Promise<void> {
    this.#reading ??= this.#fetch().finally(() => {
      this.#reading = undefined;
    });
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
