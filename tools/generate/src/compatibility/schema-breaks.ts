/** As much of JSON Schema as our documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly nullable?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** A schema together with the document that its references point into. */
export interface Located {
  readonly schema: Schema;
  readonly document: unknown;
}

/** Who must continue to work: senders of the described data, or its readers. */
export type Direction = 'sent' | 'read';

export interface Comparison {
  readonly released: Located;
  readonly current: Located;
  readonly direction: Direction;
  /** Where in the interface, for the message. */
  readonly at: string;
  /** Pairs of references that are being compared: schemas may refer to themselves. */
  readonly open?: ReadonlySet<string>;
}

const UPPER_LIMITS = ['maxLength', 'maxItems', 'maximum', 'maxProperties'];
const LOWER_LIMITS = ['minLength', 'minItems', 'minimum', 'minProperties'];

/**
 * Breaks for users of the released schema, one sentence each. New members and values are no break,
 * because callers must expect them.
 */
export function schemaBreaks(comparison: Comparison): string[] {
  const names = [comparison.released, comparison.current].map(({ schema }) => targetOf(schema));
  const pair = names.join(' ');
  if (comparison.open?.has(pair)) return [];
  const isNamed = names.some((name) => name !== undefined);
  const open = new Set([...(comparison.open ?? []), ...(isNamed ? [pair] : [])]);
  const resolved = {
    ...comparison,
    open,
    released: resolve(comparison.released),
    current: resolve(comparison.current),
  };
  return [
    ...typeBreaks(resolved),
    ...valueBreaks(resolved),
    ...(resolved.direction === 'sent' ? limitBreaks(resolved) : []),
    ...memberBreaks(resolved),
    ...innerBreaks(resolved),
  ];
}

/** The reference of a schema, by itself or as its lone `allOf`. */
function targetOf({ $ref, allOf = [] }: Schema): string | undefined {
  return $ref ?? (allOf.length === 1 ? allOf[0]?.$ref : undefined);
}

/**
 * Follows a reference and keeps the members beside it. "This or null" becomes this, with null as a
 * type.
 */
function resolve(located: Located): Located {
  const { schema, document } = located;
  const [one, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (one && others.length === 0) {
    const { schema: inner } = resolve({ schema: one, document });
    const type = [...typesOf(inner), 'null'];
    return { schema: { ...inner, ...schema, anyOf: undefined, type }, document };
  }
  const target = targetOf(schema);
  if (target === undefined) return { schema, document };
  const found = target
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], document);
  const siblings = Object.entries(schema).filter(([key]) => key !== '$ref' && key !== 'allOf');
  const { schema: inner } = resolve({ schema: found as Schema, document });
  return { schema: { ...inner, ...Object.fromEntries(siblings) }, document };
}

function typeBreaks({ released, current, direction, at }: Comparison): string[] {
  const [before, after] = [typesOf(released.schema), typesOf(current.schema)];
  const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before];
  if (wide.length === 0 || (narrow.length > 0 && narrow.every((type) => wide.includes(type)))) {
    return formatBreaks({ released, current, direction, at });
  }
  return [`${at}: the type changed from ${textOf(before)} to ${textOf(after)}`];
}

function formatBreaks({ released, current, at }: Comparison): string[] {
  return ['format', 'pattern', 'const'].flatMap((keyword) => {
    const [before, after] = [released.schema[keyword], current.schema[keyword]];
    if (before === after) return [];
    return [`${at}: the ${keyword} changed from ${textOf(before)} to ${textOf(after)}`];
  });
}

function typesOf({ type, nullable }: Schema): readonly string[] {
  const types = type === undefined ? [] : [type].flat();
  return nullable ? [...types, 'null'] : types;
}

/** Removed values break both sides, and so does a list of values where there was none. */
function valueBreaks({ released, current, direction, at }: Comparison): string[] {
  const [before, after] = [released.schema.enum, current.schema.enum];
  if (!after) return [];
  if (!before) return direction === 'sent' ? [`${at}: only ${textOf(after)} is taken now`] : [];
  const gone = before.filter((value) => !after.includes(value));
  return gone.length === 0 ? [] : [`${at}: the values ${textOf(gone)} were removed`];
}

function limitBreaks({ released, current, at }: Comparison): string[] {
  const number = (schema: Schema, keyword: string, fallback: number) =>
    typeof schema[keyword] === 'number' ? schema[keyword] : fallback;
  const tightened = (keyword: string, sign: 1 | -1) => {
    const before = number(released.schema, keyword, sign * Infinity);
    const after = number(current.schema, keyword, sign * Infinity);
    return sign * after < sign * before ? [`${at}: ${keyword} was tightened to ${after}`] : [];
  };
  return [
    ...UPPER_LIMITS.flatMap((keyword) => tightened(keyword, 1)),
    ...LOWER_LIMITS.flatMap((keyword) => tightened(keyword, -1)),
  ];
}

function memberBreaks(comparison: Comparison): string[] {
  const { released, current, direction, at } = comparison;
  const [before, after] = [released.schema, current.schema];
  const removed = Object.keys(before.properties ?? {}).filter(
    (name) => !(name in (after.properties ?? {})),
  );
  const [needed, known] = [after.required ?? [], before.required ?? []];
  const demanded = needed.filter((name) => !known.includes(name));
  const withdrawn = known.filter((name) => !needed.includes(name) && !removed.includes(name));
  return [
    ...removed.map((name) => `${at}.${name}: was removed`),
    ...(direction === 'sent'
      ? demanded.map((name) => `${at}.${name}: is required now`)
      : withdrawn.map((name) => `${at}.${name}: may be absent now`)),
    ...(direction === 'sent' && isClosed(after) && !isClosed(before)
      ? [`${at}: other members are refused now`]
      : []),
  ];
}

function isClosed({ additionalProperties }: Schema): boolean {
  return additionalProperties === false;
}

function innerBreaks(comparison: Comparison): string[] {
  const { released, current, at } = comparison;
  const inside = (name: string, pair: readonly [unknown, unknown]) => {
    const [before, after] = pair;
    if (!isSchema(before) || !isSchema(after)) return [];
    return schemaBreaks({
      ...comparison,
      released: { ...released, schema: before },
      current: { ...current, schema: after },
      at: `${at}${name}`,
    });
  };
  const [before, after] = [released.schema, current.schema];
  return [
    ...Object.entries(before.properties ?? {}).flatMap(([name, schema]) =>
      inside(`.${name}`, [schema, after.properties?.[name]]),
    ),
    ...inside('[]', [before.items, after.items]),
    ...inside('.*', [before.additionalProperties, after.additionalProperties]),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((kind) => {
      const [alternatives, now] = [before[kind] ?? [], after[kind] ?? []];
      const gone = now.length < alternatives.length ? [`${at}: ${kind} lost an entry`] : [];
      return [
        ...gone,
        ...alternatives.flatMap((schema, index) => inside(`<${index}>`, [schema, now[index]])),
      ];
    }),
  ];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
