/** As much of a published key as its import needs. */
interface PublishedKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y?: string;
}

export type SignatureAlgorithm = 'ECDSA' | 'Ed25519';

const PATH = '/webhooks/jwks';
const KEPT_MS = 3_600_000;
/** A signature that no kept key verifies may be by a new key, but a forger must not make us ask often. */
const ASKED_AGAIN_MS = 60_000;
const CURVES: Readonly<Record<SignatureAlgorithm, string>> = { ECDSA: 'P-256', Ed25519: 'Ed25519' };

/** The public keys of the webhooks of one API, fetched when they are needed and kept for an hour. */
export class PublishedKeys {
  private kept?: { readonly keys: Promise<readonly PublishedKey[]>; readonly sinceMs: number };

  constructor(
    private readonly baseUrl: string,
    private readonly fetch: typeof globalThis.fetch = globalThis.fetch,
  ) {}

  /** Whether a key of this algorithm passes the check; asks for new keys if no kept one does. */
  async some(
    algorithm: SignatureAlgorithm,
    check: (key: CryptoKey) => Promise<boolean>,
  ): Promise<boolean> {
    const known = this.kept;
    if (await this.someOf(KEPT_MS, { algorithm, check })) return true;
    // Another call has asked since.
    if (known && this.kept !== known) return this.someOf(KEPT_MS, { algorithm, check });
    return this.ageMs() > ASKED_AGAIN_MS && (await this.someOf(0, { algorithm, check }));
  }

  private async someOf(
    maxAgeMs: number,
    {
      algorithm,
      check,
    }: { algorithm: SignatureAlgorithm; check: (key: CryptoKey) => Promise<boolean> },
  ): Promise<boolean> {
    const keys = await this.noOlderThan(maxAgeMs);
    const fitting = keys.filter(({ crv }) => crv === CURVES[algorithm]);
    for (const { kty, crv, x, y } of fitting) {
      const jwk = { kty, crv, x, ...(y === undefined ? {} : { y }) };
      const { subtle } = globalThis.crypto;
      const parameters = { name: algorithm, namedCurve: CURVES[algorithm] };
      if (await check(await subtle.importKey('jwk', jwk, parameters, false, ['verify'])))
        return true;
    }
    return false;
  }

  private ageMs(): number {
    return this.kept ? performance.now() - this.kept.sinceMs : Infinity;
  }

  private noOlderThan(maxAgeMs: number): Promise<readonly PublishedKey[]> {
    if (this.kept && this.ageMs() <= maxAgeMs) return this.kept.keys;
    const keys = this.ask();
    const earlier = this.kept;
    this.kept = { keys, sinceMs: performance.now() };
    // What failed is not kept, and what was there before stays.
    keys.catch(() => {
      if (this.kept?.keys !== keys) return;
      if (earlier) this.kept = earlier;
      else delete this.kept;
    });
    return keys;
  }

  private async ask(): Promise<readonly PublishedKey[]> {
    // Called as a method, the one of a browser refuses.
    const { fetch } = this;
    const answer = await fetch(`${this.baseUrl.replace(/\/$/, '')}${PATH}`);
    if (!answer.ok) throw new Error(`${PATH} answered ${answer.status}`);
    const { keys } = (await answer.json()) as { readonly keys: readonly PublishedKey[] };
    return keys;
  }
}
