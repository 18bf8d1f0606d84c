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
    const ofTables = [...old].flatMap(([table, columns]) =>
      tableBreaks(`${database}.${table}`, columns, now.get(table)),
    );
    const rules = ruleBreaks({ before, after, old });
    return [...ofTables, ...rules.map((sentence) => `${database}${sentence}`)];
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

interface Compared {
  readonly before: string;
  readonly after: string;
  /** Tables of the release before. */
  readonly old: Tables;
}

/** Rules that rows of the release before would break, and functions that it calls. */
function ruleBreaks({ before, after, old }: Compared): string[] {
  const [valuesBefore, valuesAfter] = [valuesIn(before), valuesIn(after)];
  const fewer = [...valuesBefore].flatMap(([place, values]) => {
    const now = valuesAfter.get(place);
    const lost = now ? [...values].filter((value) => !now.has(value)) : [];
    return lost.map((value) => `.${place}: refuses ${value}`);
  });
  const known = new Set(uniquesIn(before).map(({ text }) => text));
  const unique = uniquesIn(after).flatMap(({ table, columns, text }) => {
    const own = old.get(table);
    if (!own || known.has(text) || !columns.every((column) => own.has(column))) return [];
    return [`.${table}: (${columns.join(', ')}) is unique now`];
  });
  const functions = functionsIn(after);
  const removed = [...functionsIn(before)].filter((name) => !functions.has(name));
  return [...fewer, ...unique, ...removed.map((name) => `: function ${name} was removed`)];
}

/** The values that a check lets a column have, by `table.constraint`. */
function valuesIn(sql: string): Map<string, Set<string>> {
  const checks = sql.matchAll(
    /^ALTER TABLE (\S+) ADD CONSTRAINT (\S+) CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\);$/gm,
  );
  return new Map(
    [...checks].map(([, table = '', name = '', list = '']) => [
      `${table}.${name}`,
      new Set([...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)),
    ]),
  );
}

interface Unique {
  readonly table: string;
  /** Plain columns; an expression is none. */
  readonly columns: readonly string[];
  readonly text: string;
}

function uniquesIn(sql: string): Unique[] {
  const found = [
    ...sql.matchAll(/^ALTER TABLE (\S+) ADD CONSTRAINT \S+ UNIQUE ()\(([^)]+)\).*;$/gm),
    ...sql.matchAll(
      /^CREATE UNIQUE INDEX \S+ ON public\.(\S+) USING (\w+) \((.+?)\)(?: WHERE .*)?;$/gm,
    ),
  ];
  return found.map(([text, table = '', , list = '']) => ({
    table,
    columns: list.split(', '),
    text,
  }));
}

function functionsIn(sql: string): Set<string> {
  const found = sql.matchAll(/^CREATE OR REPLACE FUNCTION public\.(.+)$/gm);
  return new Set([...found].map(([, name = '']) => name));
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
