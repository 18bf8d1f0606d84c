import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import type { EventConsumer } from './consume/event-consumer.js';
import type { GroupLag } from './kafka/group-lag.js';
import type { ParkedMessages } from './parking/parked-messages.js';

/** Unfinished work of a service with events; all 0 when there is none. */
export class Backlog {
  constructor(
    private readonly transactions: Transactions,
    private readonly parkedMessages: ParkedMessages,
    private readonly consumer: EventConsumer,
    private readonly lag: GroupLag,
  ) {}

  /** Events committed and not yet published, of one customer app or of all. */
  async unpublished(customerApp?: CustomerAppId): Promise<number> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<{ waiting: number }>(
        byValues(`SELECT count(*) AS waiting FROM outbox
         WHERE published_at IS NULL AND ($1::text IS NULL OR customer_app_id = $1)`),
        [customerApp ?? null],
      ),
    );
    return row?.waiting ?? 0;
  }

  /** Number of parked messages that wait for an operator, of one customer app or of all. */
  parked(customerApp?: CustomerAppId): Promise<number> {
    return this.parkedMessages.count(customerApp, { resting: true });
  }

  /** Messages set aside that are tried again by themselves, and those behind them. */
  setAside(customerApp?: CustomerAppId): Promise<number> {
    return this.parkedMessages.count(customerApp, { resting: false });
  }

  /** Number of unhandled messages in Kafka, of all customer apps. */
  async unread(): Promise<number> {
    await this.consumer.commitOffsets();
    return this.lag.unread(this.consumer.handlers.topics);
  }

  /** Number of unhandled messages in Kafka by topic, of all customer apps. */
  async unreadByTopic(): Promise<ReadonlyMap<string, number>> {
    await this.consumer.commitOffsets();
    return this.lag.unreadByTopic(this.consumer.handlers.topics);
  }
}
