import { DomainError } from '@towpath/kernel';

/** Place in a list sorted by (`created_at`, `id`), newest first. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.([\x21-\x7e]{1,64})$/;

/** Opaque text for callers; they may only hand it back. */
export function encodeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`, 'utf8').toString('base64url');
}

/** Throws `INVALID_REQUEST` for anything that `encodeCursor` has not made. */
export function decodeCursor(text: string): Cursor {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('utf8'));
  const createdAt = new Date(Number(match?.[1] ?? Number.NaN));
  if (!match?.[2] || Number.isNaN(createdAt.getTime())) {
    throw new DomainError('INVALID_REQUEST', 'after must be the next_cursor of an earlier page');
  }
  return { createdAt, id: match[2] };
}
