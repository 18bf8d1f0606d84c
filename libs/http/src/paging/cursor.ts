import { DomainError } from '@towpath/kernel';

/** Place in a list sorted by (`created_at`, `id`), newest first. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** What a cursor says: a number, usually of an instant, and an ID. */
export interface ListPlace {
  readonly at: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.([\x21-\x7e]{1,64})$/;

/** Opaque text for callers; they may only hand it back. */
export function encodeCursor({ createdAt, id }: Cursor): string {
  return encodePlace({ at: createdAt.getTime(), id });
}

export function encodePlace({ at, id }: ListPlace): string {
  return Buffer.from(`${at}.${id}`, 'utf8').toString('base64url');
}

/** Throws `INVALID_REQUEST` for anything that `encodeCursor` has not made. */
export function decodeCursor(text: string): Cursor {
  const { at, id } = decodePlace(text);
  const createdAt = new Date(at);
  if (Number.isNaN(createdAt.getTime())) throw notACursor();
  return { createdAt, id };
}

/** Throws as `decodeCursor` does. */
export function decodePlace(text: string): ListPlace {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('utf8'));
  if (!match?.[1] || !match[2]) throw notACursor();
  return { at: Number(match[1]), id: match[2] };
}

const notACursor = () =>
  new DomainError('INVALID_REQUEST', 'after must be the next_cursor of an earlier page');
