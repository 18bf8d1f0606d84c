import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Absent where nobody compares the examples with the types of the SDK. */
const folder = process.env['KEPT_EXAMPLES'];
const known = new Set<string>();

/** Keeps one example of each set of members, in a file of its own, as an example of this type. */
export function keepExample(type: string, body: unknown): void {
  if (!folder) return;
  const { value, shape } = shaped(body);
  const name = createHash('sha256').update(`${type} ${shape}`).digest('hex').slice(0, 16);
  if (known.has(name)) return;
  known.add(name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ type, value }));
}

interface Shaped {
  /** Without entries of lists that have the members of another one. */
  readonly value: unknown;
  readonly shape: string;
}

function shaped(value: unknown): Shaped {
  if (Array.isArray(value)) {
    const distinct = new Map(value.map(shaped).map((entry) => [entry.shape, entry.value]));
    return { value: [...distinct.values()], shape: `[${[...distinct.keys()].toSorted().join()}]` };
  }
  if (typeof value !== 'object' || value === null)
    return { value, shape: value === null ? 'null' : typeof value };
  const members = Object.entries(value).map(([name, each]) => [name, shaped(each)] as const);
  const shapes = members.map(([name, { shape, value: given }]) =>
    // It decides which other members an event has.
    name === 'event_type' ? `${name}=${String(given)}` : `${name}:${shape}`,
  );
  return {
    value: Object.fromEntries(members.map(([name, each]) => [name, each.value])),
    shape: `{${shapes.toSorted().join()}}`,
  };
}
