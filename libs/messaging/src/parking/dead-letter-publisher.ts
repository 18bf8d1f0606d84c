import { dltTopic } from '@towpath/contracts';
import type { Kafka, Producer } from 'kafkajs';
import type { RawMessage } from '../consume/raw-message.js';
import { CLIENT_RETRY } from '../kafka/kafka-client.js';
import { LazyClient } from '../kafka/lazy-client.js';
import { errorText, type ParkingCause } from './parking-lot.js';

/**
 * Copies each parked message to `<topic>.<group>.dlt`, where operators look with any Kafka tool.
 * The queue that is replayed is the one in the database; a copy may appear twice.
 */
export class DeadLetterPublisher {
  readonly #producer: LazyClient<Producer>;

  constructor(
    kafka: Pick<Kafka, 'producer'>,
    private readonly group: string,
  ) {
    const options = { allowAutoTopicCreation: false, retry: CLIENT_RETRY };
    this.#producer = new LazyClient(() => kafka.producer(options));
  }

  async publish(message: RawMessage, cause: ParkingCause): Promise<void> {
    const headers = {
      ...message.headers,
      dlt_group: this.group,
      dlt_topic: message.topic,
      dlt_partition: String(message.partition),
      dlt_offset: message.offset,
      dlt_reason: cause.reason,
      dlt_error: errorText(cause.error),
    };
    const topic = dltTopic(message.topic, this.group);
    const messages = [{ key: message.key, value: message.value, headers }];
    await this.#producer.use((producer) => producer.send({ topic, acks: -1, messages }));
  }

  close(): Promise<void> {
    return this.#producer.close();
  }
}
