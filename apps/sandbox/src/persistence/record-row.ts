type Row = Readonly<Record<string, unknown>>;

/** `settlesAt` ↔ `settles_at`; jsonb columns keep the names that the domain gives. */
export function toRow(record: object): Row {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`),
      value as unknown,
    ]),
  );
}

/** The record of a whole row of its table. */
export function fromRow<R extends object>(row: Row): R {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/gu, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as unknown as R;
}
