import type { Admission, PageAccess } from '../../../shared/session/page-access.js';

/** A token that another page of ours was given, such as the payment page for its link. */
export class GivenAccess implements PageAccess {
  private given: string | null;

  constructor(accessToken: string) {
    this.given = accessToken;
  }

  enter(): Promise<Admission> {
    return Promise.resolve({ ok: true });
  }

  token(): string | null {
    return this.given;
  }

  watch(): void {
    // The page around the steps watches its own session, and renews this one with it.
  }

  stay(): Promise<void> {
    return Promise.resolve();
  }

  unwatch(): void {
    // Nothing was begun.
  }

  end(): void {
    this.given = null;
  }

  /** Another token for the same steps; one that came to its end stays there. */
  renew(accessToken: string): void {
    if (this.given !== null) this.given = accessToken;
  }
}
