import type { Logger } from '@towpath/observability';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { MessagePipeline } from './message-pipeline.js';
import type { RawMessage } from './raw-message.js';

export interface TogetherParts {
  readonly pipeline: Pick<MessagePipeline, 'handleTogether'>;
  readonly metrics: Pick<ConsumerMetrics, 'handled'>;
  readonly logger: Logger;
}

/**
 * Handles messages of a partition together, if their handlers accept several. Returns false if each
 * message must be handled alone, also after every failure.
 */
export async function settleTogether(
  messages: readonly RawMessage[],
  { pipeline, metrics, logger }: TogetherParts,
): Promise<boolean> {
  const started = performance.now();
  try {
    const outcomes = await pipeline.handleTogether(messages);
    if (!outcomes) return false;
    const seconds = (performance.now() - started) / 1_000;
    outcomes.forEach((outcome, index) => {
      const message = messages[index];
      if (message) metrics.handled(message, { outcome, seconds });
    });
    return true;
  } catch (error) {
    const { topic, partition } = messages[0] ?? {};
    logger.debug(
      { error, topic, partition, messages: messages.length },
      'messages could not be handled together; they are handled one by one',
    );
    return false;
  }
}
