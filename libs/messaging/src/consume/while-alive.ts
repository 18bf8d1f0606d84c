import type { EachBatchPayload } from 'kafkajs';

const HEARTBEAT_MS = 1_000;

/** Does the work and sends heartbeats to the group meanwhile, however long one message takes. */
export async function whileAlive<T>(
  { heartbeat }: Pick<EachBatchPayload, 'heartbeat'>,
  work: () => Promise<T>,
): Promise<T> {
  let lost: unknown;
  const beat = (): void => {
    heartbeat().catch((error: unknown) => (lost ??= error));
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  try {
    const result = await work();
    if (lost) throw lost;
    return result;
  } finally {
    clearInterval(timer);
  }
}
