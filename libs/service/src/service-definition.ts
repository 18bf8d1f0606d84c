import type { DynamicModule, Type } from '@nestjs/common';
import type { ConfigClass, ServiceConfig } from '@towpath/config';
import type { AnyEventDefinition, ServiceName } from '@towpath/contracts';
import type { HttpAppOptions } from '@towpath/http';
import type { AnyTable, PersistenceOptions } from '@towpath/persistence';

/** A state machine as the generated documents draw it. */
export interface DrawnMachine {
  readonly name: string;
  readonly states: readonly string[];
  readonly edges: readonly object[];
  readonly readOnlyStates?: readonly string[];
}

/** All that makes one service different from the others. */
export interface ServiceDefinition<C extends ServiceConfig = ServiceConfig> extends Pick<
  PersistenceOptions,
  'migrations' | 'keyPurposes' | 'retention'
> {
  readonly name: ServiceName;
  readonly config: ConfigClass<C>;
  /** The service's own modules. */
  readonly module: (config: C) => Type | DynamicModule;
  /** Besides the base tables, for the drift check. */
  readonly tables: readonly AnyTable[];
  /** Events that it has handlers for, besides those about customer apps. */
  readonly consumes: readonly AnyEventDefinition[];
  /** Internal URLs of the services that it calls, besides the gateway. */
  readonly peers?: (config: C) => HttpAppOptions['peers'];
  /** Whose `X-Forwarded-For` is believed; nobody's when absent. */
  readonly trustProxy?: (config: C) => NonNullable<HttpAppOptions['trustProxy']>;
  readonly assertServed?: (config: C) => HttpAppOptions['assertServed'];
  /**
   * Events of a steady stream are fetched together, so many ms apart. Default 50; 0 for a service
   * whose users wait for each event.
   */
  readonly fetchGapMs?: number;
  readonly machines: readonly DrawnMachine[];
  /** False for the gateway, which owns the customer apps. */
  readonly followsCustomerApps?: boolean;
}
