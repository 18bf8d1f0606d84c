import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { HealthRegistry } from '@towpath/observability';
import type { EventConsumer } from './consume/event-consumer.js';
import type { GroupLag } from './kafka/group-lag.js';
import type { OutboxRelay } from './outbox/outbox-relay.js';

export interface MessagingParts {
  readonly consumer: EventConsumer;
  readonly relay: OutboxRelay | undefined;
  readonly lag: GroupLag;
  readonly health: HealthRegistry | undefined;
  /** Lets the consumer begin. */
  readonly onBootstrap: () => void;
}

/**
 * Starts relay and consumer once every module is initialised, and ends them before anything they
 * use: Nest destroys modules first and shuts the database down last.
 */
export class MessagingLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  #joined = false;

  constructor(private readonly parts: MessagingParts) {}

  onApplicationBootstrap(): void {
    const { consumer, relay, health, onBootstrap } = this.parts;
    relay?.start();
    onBootstrap();
    if (consumer.handlers.topics.length === 0) return;
    health?.register('kafka', () => this.#assertJoined());
  }

  async onModuleDestroy(): Promise<void> {
    const { consumer, relay, lag } = this.parts;
    await Promise.all([consumer.stop(), relay?.stop(), lag.close()]);
  }

  /**
   * A service is ready once it has joined its group. A later loss of the broker only delays events:
   * a metric shows it, and synchronous operations continue.
   */
  #assertJoined(): void {
    this.#joined ||= this.parts.consumer.connected;
    if (!this.#joined) throw new Error('the consumer group is not joined yet');
  }
}
