interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * What is asked in this turn of the event loop leaves together. Each packet costs both sides a system
 * call, and often wakes the other one for a part only.
 */
export function inOnePacket(client: object): void {
  const { connection } = client as { connection?: { stream?: Partial<Corkable> } };
  const stream = connection?.stream;
  // Clients of tests may have no socket.
  if (!stream?.cork || !stream.uncork) return;
  stream.cork();
  // The queue of ticks is looked at again when no promise is left to continue.
  process.nextTick(() => stream.uncork?.());
}
