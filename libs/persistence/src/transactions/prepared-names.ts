import { createHash } from 'node:crypto';

const MAX_PREPARED = 500;
const names = new Map<string, string>();

/**
 * Name under which connections keep the statement prepared, so that PostgreSQL parses and plans it
 * once per connection. Undefined above a limit, because a connection keeps all of its prepared
 * statements.
 */
export function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_PREPARED) return known;
  const name = `towpath_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** A statement that connections keep prepared: its text must not hold values. */
export function prepared(text: string, values: readonly unknown[]): PreparedQuery {
  const name = preparedName(text);
  return { text, values: [...values], ...(name ? { name } : {}) };
}

export interface PreparedQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}
