/** Remembers answers for a while, the newest few of them; an old one serves while asking fails. */
export class ExpiringCache<T> {
  private readonly entries = new Map<string, { readonly at: number; readonly value: T }>();

  constructor(
    private readonly limits: { readonly lifetimeMs: number; readonly size: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known && this.now() - known.at < this.limits.lifetimeMs) return known.value;
    try {
      const value = await ask();
      this.keep(key, value);
      return value;
    } catch (error) {
      if (known) return known.value;
      throw error;
    }
  }

  private keep(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, { at: this.now(), value });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.limits.size && oldest !== undefined) this.entries.delete(oldest);
  }
}
