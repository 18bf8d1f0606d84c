import type { AuthorizationRecord } from '../domain/authorization.js';

type Row = Readonly<Record<string, unknown>>;

/** `settlesAt` ↔ `settles_at`; jsonb columns keep the names that the domain gives. */
export function toRow(record: AuthorizationRecord | Partial<AuthorizationRecord>): Row {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`),
      value,
    ]),
  );
}

export function fromRow(row: Row): AuthorizationRecord {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/gu, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as unknown as AuthorizationRecord;
}
