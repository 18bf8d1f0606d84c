import { isSigned, type AnyEventDefinition } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { EventVerifier } from '../signature.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { CustomerAppResolver } from './customer-app-resolver.js';
import type { RawMessage } from './raw-message.js';

export interface UnprovedEventsOptions {
  /** Without it no signed event is valid. */
  readonly verifier?: EventVerifier | undefined;
  readonly resolver?: CustomerAppResolver | undefined;
  readonly logger: Logger;
  readonly metrics: Pick<ConsumerMetrics, 'unproved'>;
}

/**
 * Events of signed aggregates with a missing or wrong signature: forged, or older than the
 * published keys. Their content is not used; the service asks the owner instead.
 */
export class UnprovedEvents {
  #hasWarned = false;

  constructor(private readonly options: UnprovedEventsOptions) {}

  /** Whether the event may take effect. */
  async mayBelieve(definition: AnyEventDefinition, message: RawMessage): Promise<boolean> {
    if (!isSigned(definition)) return true;
    const { verifier, logger } = this.options;
    try {
      return (await verifier?.isGenuine(message)) ?? false;
    } catch (error) {
      logger.debug({ error }, 'no key to verify an event: the service asks its owner instead');
      return false;
    }
  }

  /** Rejects when the owner cannot be asked now, so that the message is tried again. */
  async askOwner(app: CustomerAppId, { topic, partition, offset }: RawMessage): Promise<void> {
    const { resolver, logger, metrics } = this.options;
    if (!resolver) throw new Error(`no resolver is registered for the customer app ${app}`);
    await resolver.confirm(app);
    metrics.unproved(topic);
    const message = { topic, partition, offset, customer_app_id: app };
    const text = 'an event without a valid signature changes nothing: its owner was asked instead';
    if (this.#hasWarned) logger.debug(message, text);
    else logger.warn(message, `${text}; the metric consumer_unproved_total counts the next ones`);
    this.#hasWarned = true;
  }
}
