import type { ServiceConfig } from '@towpath/config';
import type { OperationOwner } from '@towpath/contracts';
import type { Logger } from '@towpath/observability';
import type { FastifyRequest } from 'fastify';

/** The part of a service's configuration that HTTP needs. */
export type HttpConfig = Pick<
  ServiceConfig,
  'host' | 'port' | 'internalPort' | 'keysDir' | 'logLevel' | 'gatewayInternalUrl'
> &
  Partial<Pick<ServiceConfig, 'otlpEndpoint' | 'operatorPort'>>;

export interface HttpAppOptions {
  readonly service: OperationOwner;
  readonly config: HttpConfig;
  /** Internal URLs of the services that this one calls, besides the gateway. */
  readonly peers?: Readonly<Partial<Record<OperationOwner, string>>>;
  /** Whether the address is of a proxy whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: (address: string | undefined) => boolean;
  /** Made from the configuration when absent. */
  readonly logger?: Logger;
  /** Time in ms between failing readiness and closing the ports, for load balancers to notice. */
  readonly drainDelayMs?: number;
  /** Runs before the token is checked; throws for a request that its host does not answer. */
  readonly assertServed?: ((request: FastifyRequest) => void) | undefined;
}

/** Injection token of `HttpAppOptions`. */
export const HTTP_OPTIONS = Symbol('HTTP_OPTIONS');

/** Injection token of the service's `Logger`. */
export const LOGGER = Symbol('LOGGER');
