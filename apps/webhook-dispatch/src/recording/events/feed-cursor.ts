import { DomainError, parseId, type EventId } from '@towpath/kernel';

/** A place in the feed: after this event of this transaction. */
export interface FeedCursor {
  readonly recordedIn: number;
  readonly eventId: EventId;
}

const CURSOR = /^(\d{1,15})\.([0-9A-Z]{26})$/;

/** Opaque text for callers; they may only hand it back. */
export function encodeFeedCursor({ recordedIn, eventId }: FeedCursor): string {
  return Buffer.from(`${recordedIn}.${eventId}`, 'utf8').toString('base64url');
}

/** Throws `INVALID_REQUEST` for anything that `encodeFeedCursor` has not made. */
export function decodeFeedCursor(text: string): FeedCursor {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('utf8'));
  const eventId = parseId<EventId>(match?.[2]);
  if (!match || !eventId) {
    throw new DomainError('INVALID_REQUEST', 'after must be the next_cursor of an earlier page');
  }
  return { recordedIn: Number(match[1]), eventId };
}
