import { jsonSchemaOf, type ContractClass, type JsonSchema } from '@towpath/contracts';
import type { RunningSystem } from '@towpath/local-system';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Part of every canary, so that one search finds all. */
const MARK = 'Zephyrwood';
/** Without its first letter, whose case the bytes would tell. */
const HEX = Buffer.from(MARK.slice(1)).toString('hex');
const TRACE = new RegExp(`.{0,40}(?:${MARK}|${HEX}).{0,40}`, 'giu');
/** Another party, with books of its own. */
const NOT_OURS = new Set(['sandbox', 'postgres']);

export const canary = (place: string): string => `${MARK} ${place}`;

/** What is left of canaries in a text, with some characters around each. */
export const tracesIn = (text: string): string[] => text.match(TRACE) ?? [];

/**
 * A request with a canary in each free text that `given` does not name, so that a new member is
 * searched for too. `given` names what the request needs and what an erasure keeps.
 */
export function withCanaries(type: ContractClass, given: object): Record<string, unknown> {
  return filled(jsonSchemaOf(type), given as Given, type.name);
}

type Given = Readonly<Record<string, unknown>>;

function filled(schema: JsonSchema, given: Given, place: string): Record<string, unknown> {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const values = members.map(([name, member]) => [
    name,
    valueOf(member, given[name], `${place}.${name}`),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Given;
}

/** Undefined for what is no text. */
function valueOf(schema: JsonSchema, given: unknown, place: string): unknown {
  const isObject = schema['properties'] !== undefined && !Array.isArray(given) && given !== null;
  if (isObject && typeof given !== 'string') return filled(schema, (given ?? {}) as Given, place);
  if (given !== undefined) return given === null ? undefined : given;
  if (schema['items']) {
    const item = valueOf(schema['items'] as JsonSchema, undefined, place);
    return item === undefined ? undefined : [item];
  }
  if (schema['additionalProperties']) return { note: canary(place) };
  const isText = [schema['type']].flat().includes('string') && !schema['enum'];
  if (!isText || (schema['format'] ?? 'email') !== 'email') return undefined;
  if (schema['format'] === 'email' || place.endsWith('.email')) return `${MARK}@example.com`;
  return canary(place).slice(0, schema['maxLength'] as number);
}

/** Runs in a database of the system as the administrator, who sees every row. */
export async function inDatabase<T>(
  { adminUrl }: Pick<RunningSystem, 'adminUrl'>,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** `database.table.column: trace` of every row of ours with a canary, in text or in bytes. */
export async function tracesInDatabases(
  system: Pick<RunningSystem, 'adminUrl'>,
  alsoCanaries: readonly string[],
): Promise<string[]> {
  const { rows: databases } = await inDatabase(system, 'postgres', (client) =>
    client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE NOT datistemplate',
    ),
  );
  const found: string[] = [];
  for (const { name } of databases.filter((each) => !NOT_OURS.has(each.name))) {
    const places = await inDatabase(system, name, (client) => columnsWith(client, alsoCanaries));
    found.push(...places.map((place) => `${name}.${place}`));
  }
  return found.toSorted();
}

/** Every column of every table, a value at a time: a failure names the column. */
async function columnsWith(client: pg.Client, others: readonly string[]): Promise<string[]> {
  const searched = [
    MARK,
    HEX,
    ...others,
    ...others.map((text) => Buffer.from(text).toString('hex')),
  ];
  const { rows: columns } = await client.query<{ name: string; table: string; column: string }>(
    `SELECT relname || '.' || attname AS name, quote_ident(relname) AS "table",
       quote_ident(attname) AS "column"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0
       AND NOT attisdropped
       AND format_type(atttypid, NULL) IN ('text', 'text[]', 'jsonb', 'json', 'bytea')`,
  );
  expect(columns.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name, table, column } of columns) {
    const { rows } = await client.query<{ trace: string }>(
      `SELECT (regexp_match(${column}::text, '.{0,30}(?:' || $1 || ').{0,30}', 'i'))[1] AS trace,
         1 AS found FROM ${table} WHERE ${column}::text ~* $1 LIMIT 1`,
      [searched.join('|')],
    );
    if (rows.length > 0) found.push(`${name}: ${rows[0]?.trace ?? 'bytes'}`);
  }
  return found;
}

/** `file: trace` of every log file of the services. */
export function tracesInLogs(
  { dataDir }: Pick<RunningSystem, 'dataDir'>,
  alsoCanaries: readonly string[],
): string[] {
  const folder = join(dataDir, 'logs');
  const files = readdirSync(folder).filter((file) => !file.startsWith('sandbox'));
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const others = alsoCanaries.filter((each) => text.includes(each));
    return [...tracesIn(text), ...others].map((trace) => `${file}: ${trace}`);
  });
}
