import { awaitedLater } from '@towpath/kernel';

interface Connecting {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** A client of KafkaJS that connects at its first use. After a failure the next use makes a new one. */
export class LazyClient<C extends Connecting> {
  #connecting: Promise<C> | undefined;

  constructor(private readonly make: () => C) {}

  async use<T>(work: (client: C) => Promise<T>): Promise<T> {
    const connecting = (this.#connecting ??= awaitedLater(this.#connect()));
    try {
      return await work(await connecting);
    } catch (error) {
      // Not awaited: with a broker that is away, saying goodbye takes as long as any request.
      void this.close();
      throw error;
    }
  }

  /** Never rejects: a client that cannot say goodbye is gone as well. */
  async close(): Promise<void> {
    const last = this.#connecting;
    this.#connecting = undefined;
    await last?.then((client) => client.disconnect()).catch(() => undefined);
  }

  async #connect(): Promise<C> {
    const client = this.make();
    await client.connect();
    return client;
  }
}
