import type { EventDefinition } from '@towpath/contracts';

/**
 * The part of an event definition that the outbox needs. Only validated fields of the class
 * `payload` may be published.
 */
export type PublishableEvent<P extends object> = Pick<
  EventDefinition<P>,
  'name' | 'version' | 'topic' | 'payload' | 'key'
>;
