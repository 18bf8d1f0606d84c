/** An entity's row as PostgreSQL writes it in JSON: instants and bytes are text. */
export type JsonRow<Entity> = { readonly [Column in keyof Entity]: JsonValue<Entity[Column]> };

type JsonValue<T> = T extends Date | Buffer ? string : T;

/** `2026-03-01T12:00:00+00:00` → `Date`. */
export function instantOf(text: string): Date {
  return new Date(text);
}

export function instantOrNull(text: string | null): Date | null {
  return text === null ? null : instantOf(text);
}
