/** Remembers answers for a while, the newest few of them; an old one serves while asking fails. */
export class ExpiringCache<T> {
  private readonly asking = new Map<string, Promise<T>>();
  private readonly entries = new Map<string, { readonly at: number; readonly value: T }>();

  constructor(
    private readonly limits: { readonly lifetimeMs: number; readonly size: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known && this.now() - known.at < this.limits.lifetimeMs) return known.value;
    try {
      return await this.askOnce(key, ask);
    } catch (error) {
      if (known) return known.value;
      throw error;
    }
  }

  /** Whoever asks while somebody else does waits for the same answer. */
  private askOnce(key: string, ask: () => Promise<T>): Promise<T> {
    const asked = this.asking.get(key);
    if (asked) return asked;
    const answer = ask()
      .then((value) => {
        this.keep(key, value);
        return value;
      })
      .finally(() => this.asking.delete(key));
    this.asking.set(key, answer);
    return answer;
  }

  private keep(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, { at: this.now(), value });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.limits.size && oldest !== undefined) this.entries.delete(oldest);
  }
}
