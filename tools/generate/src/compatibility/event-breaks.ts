import { schemaBreaks, type Schema } from './schema-breaks.js';

/** Event schemas by file name, such as `payment.executed.v1.schema.json`. */
export type EventSchemas = Readonly<Record<string, Schema>>;

/** What breaks a consumer that was written against the released schemas, one sentence each. */
export function eventBreaks(released: EventSchemas, current: EventSchemas): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const at = name.replace(/\.schema\.json$/, '');
    const after = current[name];
    if (!after) return [`${at}: was removed`];
    return schemaBreaks({
      released: { schema: before, document: before },
      current: { schema: after, document: after },
      direction: 'read',
      at,
    });
  });
}
