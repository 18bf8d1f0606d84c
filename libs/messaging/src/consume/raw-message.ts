import type { KafkaMessage } from 'kafkajs';

/** A message from Kafka or from the parked messages: with the same bytes and position. */
export interface RawMessage {
  readonly topic: string;
  readonly partition: number;
  /** int64 as text. */
  readonly offset: string;
  /** Empty when the message has none. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer | null;
}

/** Source of a message, which KafkaJS gives beside the message. */
export interface Origin {
  readonly topic: string;
  readonly partition: number;
}

export function toRawMessage({ topic, partition }: Origin, message: KafkaMessage): RawMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    const single = Array.isArray(value) ? value[0] : value;
    if (single !== undefined) headers[textOf(name)] = textOf(single);
  }
  return {
    topic,
    partition,
    offset: message.offset,
    key: textOf(message.key ?? ''),
    headers,
    value: message.value,
  };
}

/** PostgreSQL takes any text but NUL, and even a broken message must be parked there. */
function textOf(raw: Buffer | string): string {
  return raw.toString().replaceAll('\0', '\ufffd');
}
