import type { Logger } from '@towpath/observability';
import { logLevel, type logCreator } from 'kafkajs';

/** What KafkaJS may put into a line; anything else (payloads, assignments) stays out. */
const FIELDS = ['groupId', 'memberId', 'broker', 'topic', 'partition', 'retryCount', 'error'];

/** Said of every idempotent producer that may give up; ours is replaced after each failure. */
const EXPECTED = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';

/** The level from which KafkaJS need not even format a line. */
export function kafkaLogLevel(logger: Logger): logLevel {
  if (logger.isLevelEnabled('trace')) return logLevel.DEBUG;
  if (logger.isLevelEnabled('debug')) return logLevel.INFO;
  return logLevel.WARN;
}

/**
 * KafkaJS's lines, one level lower than it gives them: it calls each retried request and each
 * rebalance an error. What really fails is logged by whoever gave the client the work.
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
