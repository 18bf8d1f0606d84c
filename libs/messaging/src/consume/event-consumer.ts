import type { AnyEventDefinition, EventRegistry } from '@towpath/contracts';
import type { Logger } from '@towpath/observability';
import type { Transactions } from '@towpath/persistence';
import type { Kafka } from 'kafkajs';
import { DeadLetterPublisher } from '../parking/dead-letter-publisher.js';
import { ParkingLot } from '../parking/parking-lot.js';
import { Replayer } from '../parking/replayer.js';
import type { EventVerifier } from '../signature.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { ConsumerSupervisor } from './consumer-supervisor.js';
import type { CustomerAppResolver } from './customer-app-resolver.js';
import { HandlerTable } from './handler-table.js';
import { MessagePipeline } from './message-pipeline.js';
import { PartitionRunner } from './partition-runner.js';
import { TUNING, type ConsumerTuning } from './tuning.js';
import { UnprovedEvents } from './unproved-events.js';

export interface EventConsumerOptions {
  readonly kafka: Kafka;
  /** Kafka consumer group: the service's name. */
  readonly group: string;
  /** Client ID of `kafka` when no other process has it at the same time. */
  readonly instance?: string | undefined;
  readonly consumes: readonly AnyEventDefinition[];
  readonly registry: EventRegistry;
  readonly transactions: Transactions;
  readonly resolver?: CustomerAppResolver | undefined;
  readonly verifier?: EventVerifier | undefined;
  readonly logger: Logger;
  readonly metrics: ConsumerMetrics;
  /** Run before each joining until it succeeds: the topics. */
  readonly prepare?: () => Promise<void>;
  readonly tuning?: Partial<ConsumerTuning>;
}

/** The consuming half of a service: its member of the group and the replay of parked messages. */
export class EventConsumer {
  readonly handlers: HandlerTable;
  readonly #tuning: ConsumerTuning;
  readonly #runner: PartitionRunner;
  readonly #replayer: Replayer;
  readonly #deadLetters: DeadLetterPublisher;
  #supervisor: ConsumerSupervisor | undefined;
  #stopped = false;

  constructor(private readonly options: EventConsumerOptions) {
    const { group, transactions, kafka, logger, metrics } = options;
    this.handlers = new HandlerTable(options.consumes);
    const unproved = new UnprovedEvents(options);
    const pipeline = new MessagePipeline({ ...options, handlers: this.handlers, unproved });
    this.#deadLetters = new DeadLetterPublisher(kafka, group);
    const parkingLot = new ParkingLot(transactions, group);
    const deadLetters = this.#deadLetters;
    const tuning = (this.#tuning = { ...TUNING, ...options.tuning });
    this.#runner = new PartitionRunner({
      pipeline,
      parkingLot,
      copiesState: (topic) => this.handlers.copiesState(topic),
      deadLetters,
      logger,
      metrics,
      tuning,
      onSetAside: () => this.#replayer.ring(),
    });
    const replay = { group, transactions, pipeline, deadLetters, logger, metrics, tuning };
    this.#replayer = new Replayer(replay);
  }

  /** True while this process is a member of the group. */
  get connected(): boolean {
    return this.#supervisor?.connected ?? false;
  }

  /** Commits the offsets of handled messages at once, without a wait for a pause. */
  commitOffsets(): Promise<void> {
    return this.#runner.commitOffsets();
  }

  /** Throws when an event has no handler. Returns at once: the group is joined in the background. */
  start(): void {
    this.handlers.assertComplete();
    if (this.#stopped || this.#supervisor || this.handlers.topics.length === 0) return;
    const { topics } = this.handlers;
    this.#supervisor = new ConsumerSupervisor({
      ...this.options,
      topics,
      runner: this.#runner,
      tuning: this.#tuning,
    });
    this.#supervisor.start();
    this.#replayer.start();
  }

  /** Finishes the running messages and leaves the group. Repeatable. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#supervisor?.stop(), this.#replayer.stop()]);
    await this.#deadLetters.close();
  }
}
