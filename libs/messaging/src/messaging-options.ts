import type { AnyEventDefinition, EventRegistry, ServiceName } from '@towpath/contracts';
import type { Logger } from '@towpath/observability';
import type { ConsumerTuning } from './consume/tuning.js';
import type { BrokerSecurityConfig } from './kafka/broker-security.js';
import type { RelayTuning } from './outbox/outbox-relay.js';

export interface MessagingOptions {
  /** Consumer group, and source of the events. */
  readonly service: ServiceName;
  /** A name that no other process has at the same time, and the next one in its place has again. */
  readonly instance?: string | undefined;
  readonly config: BrokerSecurityConfig & {
    /** `host:port` of one or more brokers. */
    readonly kafkaBrokers: readonly string[];
    readonly databaseWorkerUrl: string;
    /** Copies of each partition of topics made by this service. Default 1: a single broker. */
    readonly kafkaReplicationFactor?: number;
    /** Default `info`. */
    readonly logLevel?: string;
  };
  /** Events that the service has handlers for; exactly these. */
  readonly consumes: readonly AnyEventDefinition[];
  /** Whether the service has an outbox to be relayed. */
  readonly publishes: boolean;
  /** Made from the configuration when absent. */
  readonly logger?: Logger;
  /** All events there are; others than the system's in tests. */
  readonly registry?: EventRegistry;
  readonly tuning?: {
    readonly consumer?: Partial<ConsumerTuning>;
    readonly relay?: Partial<RelayTuning>;
  };
}

/** The options as the module provides them. */
export interface ModuleOptions extends MessagingOptions {
  readonly logger: Logger;
  /** Resolved once every module is initialised: before that, no handler may run. */
  readonly bootstrap: PromiseWithResolvers<void>;
}

/** DI token of the options. */
export const MESSAGING_OPTIONS = Symbol('MessagingOptions');
