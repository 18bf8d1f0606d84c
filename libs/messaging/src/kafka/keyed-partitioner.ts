import { TOPIC_PARTITIONS } from '@towpath/contracts';
import { Partitioners, type ICustomPartitioner } from 'kafkajs';

/**
 * Kafka's own hash of the key. Refuses to choose while the broker reports another partition count
 * than the fixed one: a key that lands elsewhere once is out of order for ever.
 */
export const keyedPartitioner: ICustomPartitioner = () => {
  const choose = Partitioners.DefaultPartitioner();
  return (args) => {
    const found = args.partitionMetadata.length;
    if (found !== TOPIC_PARTITIONS) {
      throw new Error(
        `topic ${args.topic} shows ${found} partitions instead of ${TOPIC_PARTITIONS}`,
      );
    }
    return choose(args);
  };
};
