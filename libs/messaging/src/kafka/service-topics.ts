import { eventRegistry } from '@towpath/contracts';
import type { Logger } from '@towpath/observability';
import type { MessagingOptions } from '../messaging-options.js';
import { securityIn, untrustedBroker } from './broker-security.js';
import { ensureTopics, WrongPartitionCount } from './topics.js';

export interface ServiceTopics {
  /** Creates missing topics; throws if the broker is unavailable or a topic is wrong. */
  ensure(): Promise<void>;
  /** Throws only for a wrong topic or an unknown authority: neither passes by itself. */
  check(): Promise<void>;
}

/** The topics that one service needs: those it publishes to, those it reads and their dead letters. */
export function serviceTopics(
  options: MessagingOptions & { readonly logger: Logger },
): ServiceTopics {
  const { service, config, consumes, publishes, registry = eventRegistry, logger } = options;
  const shared = {
    brokers: config.kafkaBrokers,
    ...securityIn(config),
    replicationFactor: config.kafkaReplicationFactor ?? 1,
    logger,
  };
  const published = publishes ? registry.all().filter(({ owner }) => owner === service) : [];
  const ensure = async (): Promise<void> => {
    if (published.length > 0) await ensureTopics({ ...shared, definitions: published });
    if (consumes.length === 0) return;
    await ensureTopics({ ...shared, definitions: consumes, groups: [service] });
  };
  return {
    ensure,
    async check() {
      try {
        await ensure();
      } catch (error) {
        if (error instanceof WrongPartitionCount) throw error;
        const untrusted = untrustedBroker(error);
        if (untrusted) throw untrusted;
        logger.warn({ error }, 'the topics cannot be checked yet: Kafka cannot be reached');
      }
    },
  };
}
