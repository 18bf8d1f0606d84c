import { awaitedLater } from '@towpath/kernel';
import { dltTopic } from '@towpath/contracts';
import type { Kafka, Producer } from 'kafkajs';
import type { RawMessage } from '../consume/raw-message.js';
import { CLIENT_RETRY } from '../kafka/kafka-client.js';
import { errorText, type ParkingCause } from './parking-lot.js';

/**
 * Copies each parked message to `<topic>.<group>.dlt`, where operators look with any Kafka tool.
 * The queue that is replayed is the one in the database; a copy may appear twice.
 */
export class DeadLetterPublisher {
  #producer: Promise<Producer> | undefined;

  constructor(
    private readonly kafka: Pick<Kafka, 'producer'>,
    private readonly group: string,
  ) {}

  async publish(message: RawMessage, cause: ParkingCause): Promise<void> {
    const connecting = (this.#producer ??= awaitedLater(this.#connect()));
    try {
      const producer = await connecting;
      await producer.send({
        topic: dltTopic(message.topic, this.group),
        acks: -1,
        messages: [
          { key: message.key, value: message.value, headers: this.#headers(message, cause) },
        ],
      });
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  /** Never rejects: a producer that cannot say goodbye is gone as well. */
  async close(): Promise<void> {
    const last = this.#producer;
    this.#producer = undefined;
    await last?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  #headers(message: RawMessage, cause: ParkingCause): Record<string, string> {
    return {
      ...message.headers,
      dlt_group: this.group,
      dlt_topic: message.topic,
      dlt_partition: String(message.partition),
      dlt_offset: message.offset,
      dlt_reason: cause.reason,
      dlt_error: errorText(cause.error),
    };
  }

  async #connect(): Promise<Producer> {
    const producer = this.kafka.producer({ allowAutoTopicCreation: false, retry: CLIENT_RETRY });
    await producer.connect();
    return producer;
  }
}
