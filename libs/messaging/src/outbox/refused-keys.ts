/**
 * Aggregates whose next event the broker refuses. Their events wait, and are tried again from time
 * to time; everyone else's go on.
 */
export class RefusedKeys {
  readonly #until = new Map<string, number>();

  constructor(private readonly retryAfterMs: number) {}

  add(address: string): void {
    this.#until.set(address, performance.now() + this.retryAfterMs);
  }

  /** Addresses that the relay skips at present. */
  current(): string[] {
    const now = performance.now();
    for (const [address, until] of this.#until) {
      if (until <= now) this.#until.delete(address);
    }
    return [...this.#until.keys()];
  }
}
