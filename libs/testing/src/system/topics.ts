import { eventRegistry } from '@towpath/contracts';
import { ensureTopics } from '@towpath/messaging';

/** Makes the topics of all events that do not exist yet; `brokers` are joined by commas. */
export async function ensureAllTopics(brokers: string): Promise<void> {
  await ensureTopics({ brokers: brokers.split(','), definitions: eventRegistry.all() });
}
