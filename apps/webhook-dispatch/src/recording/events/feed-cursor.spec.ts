import { newId, type EventId } from '@towpath/kernel';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.js';

const eventId = newId<EventId>(new Date('2026-03-01T00:00:00Z'));

it('a feed cursor decodes to what was encoded', () => {
  const cursor = { recordedIn: 123_456_789_012, eventId };
  expect(decodeFeedCursor(encodeFeedCursor(cursor))).toEqual(cursor);
});

it.each(['', 'x', 'MTIz', Buffer.from(`-1.${eventId}`).toString('base64url')])(
  '%j is refused as a feed cursor',
  (text) => {
    expect(() => decodeFeedCursor(text)).toThrow('after must be the next_cursor');
  },
);
