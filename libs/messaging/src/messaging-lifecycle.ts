import {
  Inject,
  Injectable,
  Optional,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HealthRegistry } from '@towpath/observability';
import { EventConsumer } from './consume/event-consumer.js';
import { GroupLag } from './kafka/group-lag.js';
import { MESSAGING_OPTIONS, type ModuleOptions } from './messaging-options.js';
import { OutboxRelay } from './outbox/outbox-relay.js';

/**
 * Starts relay and consumer once every module is initialised, and ends them before anything they
 * use: Nest destroys modules first and shuts the database down last.
 */
@Injectable()
export class MessagingLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  #joined = false;

  constructor(
    @Inject(MESSAGING_OPTIONS) private readonly options: ModuleOptions,
    private readonly consumer: EventConsumer,
    private readonly relay: OutboxRelay,
    private readonly lag: GroupLag,
    @Optional() private readonly health?: HealthRegistry,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.publishes) this.relay.start();
    this.options.bootstrap.resolve();
    if (this.consumer.handlers.topics.length === 0) return;
    this.health?.register('kafka', () => this.#assertJoined());
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.consumer.stop(), this.relay.stop(), this.lag.close()]);
  }

  /**
   * A service is ready once it has joined its group. A later loss of the broker only delays events:
   * a metric shows it, and synchronous operations continue.
   */
  #assertJoined(): void {
    this.#joined ||= this.consumer.connected;
    if (!this.#joined) throw new Error('the consumer group is not joined yet');
  }
}
