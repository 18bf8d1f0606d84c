import { createKafkaClient } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';

/** A message of any content for a topic, without validation. */
export interface RawKafkaMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Puts one message on its topic; resolves when the brokers have it. `brokers` joined by commas. */
export async function produceRaw(
  brokers: string,
  { topic, key, value, headers = {} }: RawKafkaMessage,
): Promise<void> {
  const options = { brokers: brokers.split(','), clientId: 'stranger', logger: silentLogger() };
  const producer = createKafkaClient(options).producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    await producer.send({ topic, acks: -1, messages: [{ key, value, headers: { ...headers } }] });
  } finally {
    await producer.disconnect();
  }
}
