import { eventRegistry } from '@towpath/contracts';
import { ensureTopics } from '@towpath/messaging';
import { StartError } from '../servers/start-error.js';

/** Makes the topics of all events that do not exist yet; `brokers` are joined by commas. */
export async function ensureAllTopics(brokers: string): Promise<void> {
  const request = { brokers: brokers.split(','), definitions: eventRegistry.all() };
  await ensureTopics(request).catch((error: Error) => {
    throw new StartError('DIED', `The Kafka topics cannot be prepared: ${error.message}.`);
  });
}
