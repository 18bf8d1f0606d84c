/** The SQL of each database by file name, such as `mandate.sql`. */
export type DatabaseSchemas = Readonly<Record<string, string>>;

interface Column {
  readonly type: string;
  /** Whether a row without a value for it is refused. */
  readonly demanded: boolean;
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, Column>>;

/**
 * What the previous release of a service would stumble over when it runs on the new schema, one
 * sentence each: it reads the tables and columns that it knows, and writes no others.
 */
export function sqlBreaks(released: DatabaseSchemas, current: DatabaseSchemas): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const database = name.replace(/\.sql$/, '');
    const after = current[name];
    if (after === undefined) return [`${database}: was removed`];
    const [old, now] = [tablesIn(before), tablesIn(after)];
    return [...old].flatMap(([table, columns]) =>
      tableBreaks(`${database}.${table}`, columns, now.get(table)),
    );
  });
}

function tableBreaks(
  at: string,
  before: ReadonlyMap<string, Column>,
  after: ReadonlyMap<string, Column> | undefined,
): string[] {
  if (!after) return [`${at}: was removed`];
  const kept = [...before].flatMap(([name, column]) => {
    const now = after.get(name);
    if (!now) return [`${at}.${name}: was removed`];
    if (now.type !== column.type) return [`${at}.${name}: is ${now.type}, was ${column.type}`];
    return now.demanded && !column.demanded ? [`${at}.${name}: is required now`] : [];
  });
  const added = [...after]
    .filter(([name, { demanded }]) => demanded && !before.has(name))
    .map(([name]) => `${at}.${name}: is new and required, without a default`);
  return [...kept, ...added];
}

/** Tables in a dump, a column on each line. */
function tablesIn(sql: string): Tables {
  const tables = sql.matchAll(/^CREATE TABLE (\S+) \(\n([^]*?)\n\)/gm);
  return new Map(
    [...tables].map(([, table = '', body = '']) => [
      table,
      new Map(body.split(',\n').flatMap(columnIn)),
    ]),
  );
}

function columnIn(line: string): [string, Column][] {
  const [, name, rest] = /^\s*("?\w+"?) (.+)$/.exec(line) ?? [];
  if (!name || !rest || name === 'CONSTRAINT') return [];
  const [type = ''] = rest.split(/ (?:NOT NULL|DEFAULT|GENERATED|COLLATE)\b/);
  const demanded = rest.includes('NOT NULL') && !/\b(DEFAULT|GENERATED)\b/.test(rest);
  return [[name, { type, demanded }]];
}
