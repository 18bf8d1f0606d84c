/** An entity's row as PostgreSQL writes it in JSON: instants and bytes are text. */
export type JsonRow<Entity> = { readonly [Column in keyof Entity]: JsonValue<Entity[Column]> };

type JsonValue<T> = T extends Date | Buffer ? string : T;
