import type { EventDefinition } from '@towpath/contracts';

/**
 * What the outbox needs of an event definition. `payload` is the class whose validated fields are
 * the only ones that may be published.
 */
export type PublishableEvent<P extends object> = Pick<
  EventDefinition<P>,
  'name' | 'version' | 'topic' | 'payload' | 'key'
>;
