import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Kafka } from 'kafkajs';

interface ConsumerGroup {
  memberId: string | null;
  connect(): Promise<void>;
}

const rejoining = new AsyncLocalStorage<string | undefined>();
let patched = false;

/**
 * Joins a group as the member that it was before, or that its predecessor was. KafkaJS begins as a
 * new member each time. Kafka lets that one wait until the session of the old one is over, 10 s
 * after the last sign of life. A member whose ID Kafka no longer knows gets a new one.
 */
export function rejoinAs<T>(memberId: string | undefined, join: () => Promise<T>): Promise<T> {
  patch();
  return rejoining.run(memberId, join);
}

/**
 * The ID of the member that has this client ID; undefined when there is none, or Kafka does not say.
 * Only for a client ID that no other process has at the same time.
 */
export async function memberIdOf(
  kafka: Pick<Kafka, 'admin'>,
  { group, clientId }: { readonly group: string; readonly clientId: string },
): Promise<string | undefined> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { groups } = await admin.describeGroups([group]);
    const members = groups.flatMap((each) => each.members);
    return members.find((member) => member.clientId === clientId)?.memberId;
  } finally {
    await admin.disconnect();
  }
}

function patch(): void {
  if (patched) return;
  patched = true;
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/consumer/consumerGroup') as { prototype: ConsumerGroup };
  const connect = prototype.connect;
  prototype.connect = function connectAsMember(this: ConsumerGroup): Promise<void> {
    this.memberId ??= rejoining.getStore() ?? null;
    return connect.call(this);
  };
}
