import type { AnyEventDefinition } from '@towpath/contracts';
import type { CustomerAppId, EventId } from '@towpath/kernel';
import type { AppTx, Tx } from '@towpath/persistence';

/**
 * The context of a handler. The handler writes only through `tx`. That transaction also writes the
 * inbox row, so a repeated event has one effect.
 */
export interface EventContext<T extends Tx = AppTx> {
  readonly tx: T;
  readonly eventId: EventId;
  readonly definition: AnyEventDefinition;
  readonly customerAppId: CustomerAppId;
  /** ID of the aggregate, the message key. */
  readonly subject: string;
  /** Counts the published events of the aggregate, from 1, without gaps. */
  readonly sequence: number;
  /** On the customer app's clock. */
  readonly occurredAt: Date;
  /** ID of the request that caused the event; a new one if it had none. */
  readonly requestId: string;
  /** W3C trace context; undefined when the event came without one. */
  readonly traceparent: string | undefined;
}

/** The contexts of events that are handled together: at least one, all with the same `tx`. */
export type EventContexts = readonly [EventContext, ...EventContext[]];
