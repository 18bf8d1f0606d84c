import type { Logger } from '@towpath/observability';
import { logLevel, type logCreator } from 'kafkajs';

/**
 * Members of a KafkaJS log entry that a line may contain; all others (payloads, assignments) are
 * omitted.
 */
const FIELDS = ['groupId', 'memberId', 'broker', 'topic', 'partition', 'retryCount', 'error'];

/**
 * A warning about every idempotent producer with limited retries; ours is replaced after each
 * failure.
 */
const EXPECTED = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';

/** The level from which KafkaJS need not even format a line. */
export function kafkaLogLevel(logger: Logger): logLevel {
  if (logger.isLevelEnabled('trace')) return logLevel.DEBUG;
  if (logger.isLevelEnabled('debug')) return logLevel.INFO;
  return logLevel.WARN;
}

/**
 * KafkaJS's log lines, one level lower, because it logs each retry and each rebalance as an error.
 * Callers of the client log real failures.
 */
export function kafkaLogCreator(logger: Logger): logCreator {
  return () =>
    ({ namespace, level, log }) => {
      const fields: Record<string, unknown> = { kafka: namespace };
      for (const field of FIELDS) {
        if (log[field] !== undefined) fields[field] = log[field];
      }
      if (log.message.startsWith(EXPECTED)) logger.trace(fields, log.message);
      else if (level <= logLevel.WARN) logger.warn(fields, log.message);
      else if (level === logLevel.INFO) logger.debug(fields, log.message);
      else logger.trace(fields, log.message);
    };
}
