import type { PoolClient } from 'pg';

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * Asks the database; questions that are asked in the same turn of the event loop leave together.
 * Each packet costs both sides a system call, and often wakes the other one for a part only.
 */
export function inOnePacket<T>(client: Pick<PoolClient, 'query'>, ask: () => T): T {
  const stream = streamOf(client);
  if (!stream) return ask();
  stream.cork();
  // The queue of ticks is looked at again when no promise is left to continue.
  process.nextTick(() => stream.uncork());
  return ask();
}

/** Undefined for a client that has no socket of its own, such as one of a test. */
function streamOf(client: object): Corkable | undefined {
  const { connection } = client as { connection?: { stream?: Partial<Corkable> } };
  const stream = connection?.stream;
  return stream?.cork && stream.uncork ? (stream as Corkable) : undefined;
}
