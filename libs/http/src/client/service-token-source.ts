import { awaitedLater } from '@towpath/kernel';
import type { OperationOwner } from '@towpath/contracts';

/** Source of tokens for calls to other services. The gateway signs its own. */
export abstract class ServiceTokenSource {
  /** A token whose audience is `audience`, with some life left. */
  abstract tokenFor(audience: OperationOwner): Promise<string>;
  /** Forgets a token that the audience has refused. */
  abstract forget(audience: OperationOwner): void;
}

/** The mint's answer. `expires_in` in seconds. */
export interface MintedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

export interface CachedTokenSourceOptions {
  readonly mint: (audience: OperationOwner) => Promise<MintedToken>;
  readonly now?: () => number;
}

const RENEW_BEFORE_MS = 60_000;

interface Held {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Keeps one token per audience and renews it a minute before its end. While the mint is down the
 * held token serves until it really expires.
 */
export class CachedTokenSource extends ServiceTokenSource {
  readonly #held = new Map<OperationOwner, Held>();
  readonly #minting = new Map<OperationOwner, Promise<string>>();
  readonly #now: () => number;

  constructor(private readonly options: CachedTokenSourceOptions) {
    super();
    this.#now = options.now ?? (() => performance.now());
  }

  override async tokenFor(audience: OperationOwner): Promise<string> {
    const held = this.#held.get(audience);
    const lifeMs = held ? held.expiresAt - this.#now() : 0;
    if (held && lifeMs > RENEW_BEFORE_MS) return held.token;
    try {
      return await this.#mint(audience);
    } catch (error) {
      if (held && lifeMs > 0) return held.token;
      throw error;
    }
  }

  override forget(audience: OperationOwner): void {
    this.#held.delete(audience);
  }

  #mint(audience: OperationOwner): Promise<string> {
    let minting = this.#minting.get(audience);
    if (!minting) {
      minting = this.#fetch(audience).finally(() => this.#minting.delete(audience));
      this.#minting.set(audience, awaitedLater(minting));
    }
    return minting;
  }

  async #fetch(audience: OperationOwner): Promise<string> {
    const { access_token: token, expires_in: seconds } = await this.options.mint(audience);
    this.#held.set(audience, { token, expiresAt: this.#now() + seconds * 1000 });
    return token;
  }
}
