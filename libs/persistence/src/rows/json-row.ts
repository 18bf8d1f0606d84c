/** An entity's row as PostgreSQL writes it in JSON: instants and bytes are text. */
export type JsonRow<Entity> = { readonly [Column in keyof Entity]: JsonValue<Entity[Column]> };

type JsonValue<T> = T extends Date | Buffer ? string : T;

/** `2026-03-01T12:00:00+00:00` → `Date`. */
export function dateFromJson(text: string): Date {
  return new Date(text);
}

export function dateFromJsonOrNull(text: string | null): Date | null {
  return text === null ? null : dateFromJson(text);
}

/** `\x0aff` → bytes. */
export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
