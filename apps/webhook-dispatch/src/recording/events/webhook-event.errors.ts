import { DomainError, parseId, type EventId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function eventNotFound(): DomainError {
  return new DomainError('WEBHOOK_EVENT_NOT_FOUND', 'No webhook event has this ID.');
}

export function parseEventId(raw: string): EventId {
  const eventId = parseId<EventId>(raw);
  if (!eventId) throw eventNotFound();
  return eventId;
}
