/** A JSON Schema as the contract classes write it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

/** A value for one member, which the operation must refuse or, at a limit, take. */
export interface Value {
  /** `sender.name`. */
  readonly field: string;
  readonly what: string;
  /** Undefined: the member is left out. */
  readonly value: unknown;
}

const NUL = 'a\u0000b';
const HALF_A_CHARACTER = 'a\ud800b';
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: ['nobody', 'a@', '@b', 'a b@c.d'],
  uri: ['nowhere', '//no.scheme', 'javascript:alert(1)', 'ftp://example.com'],
  date: ['2026-02-30', '2026-13-01', '26-01-01', 'today'],
  'date-time': ['2026-01-01', '2026-01-01T25:00:00Z', 'now'],
};
const NOT_WHOLE = [1.5, -0.5, 1e21, '1', true, [], {}];

/** Everything that must be refused of an object, member by member, from its schema alone. */
export function badValues(schema: Schema, path = ''): Value[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const field = path === '' ? name : `${path}.${name}`;
    const missing = required.includes(name)
      ? [
          { field, what: 'left out', value: undefined },
          ...(isNullable(member) ? [] : [{ field, what: 'null', value: null }]),
        ]
      : [];
    // An empty text counts as absent, which an optional member may be.
    const wrong = badMember(member)
      .filter(([, value]) => value !== '' || required.includes(name))
      .map(([what, value]) => ({ field, what, value }));
    return [...missing, ...wrong, ...badValues(member, field)];
  });
}

/** Values exactly at a limit, which must not be refused for it. */
export function limitValues(schema: Schema, path = ''): Value[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const field = path === '' ? name : `${path}.${name}`;
    const limits = goodLimits(member).map(([what, value]) => ({ field, what, value }));
    return [...limits, ...limitValues(member, field)];
  });
}

type Labelled = readonly [what: string, value: unknown];

function badMember(schema: Schema): Labelled[] {
  switch (typeOf(schema)) {
    case 'string':
      return badText(schema);
    case 'integer':
      return badInteger(schema);
    case 'boolean':
      return wrongTypes(['true', 1, [], {}]);
    case 'array':
      return badList(schema);
    default:
      return badObject(schema);
  }
}

function badText({ minLength = 0, maxLength, enum: values, format }: Schema): Labelled[] {
  const texts: Labelled[] = [
    ['NUL', NUL],
    ['half a character', HALF_A_CHARACTER],
  ];
  if (values) texts.push(['no such value', 'NO_SUCH_VALUE'], ['the other case', otherCase(values)]);
  if (minLength > 0) texts.push([`${minLength - 1} characters`, 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined) {
    texts.push([`${maxLength + 1} characters`, 'x'.repeat(maxLength + 1)]);
  }
  const malformed = FORMATS[format ?? ''] ?? [];
  return [...wrongTypes([1, true, [], {}]), ...texts, ...malformed.map(labelled)];
}

function badInteger({ minimum, maximum }: Schema): Labelled[] {
  const out = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [Number.MAX_SAFE_INTEGER + 1] : [maximum + 1]),
  ];
  return [...wrongTypes(NOT_WHOLE), ...out.map(labelled)];
}

function badList({ items = {}, minItems = 0, maxItems }: Schema): Labelled[] {
  const [badItem] = badMember(items);
  const lists: Labelled[] = [['a bad item', [badItem?.[1]]]];
  if (minItems > 0) lists.push(['too few items', []]);
  if (maxItems !== undefined) lists.push(['too many items', Array(maxItems + 1).fill('x')]);
  return [...wrongTypes(['x', 1, {}]), ...lists];
}

function badObject({ additionalProperties: pairs, maxProperties = 0 }: Schema): Labelled[] {
  const wrong = wrongTypes(['x', 1, true, []]);
  if (typeof pairs !== 'object' || typeOf(pairs) !== 'string') return wrong;
  const many = Array.from({ length: maxProperties + 1 }, (_, index) => [`key${index}`, 'x']);
  return [
    ...wrong,
    ['a number as value', { key: 1 }],
    ['an object as value', { key: {} }],
    ['a NUL in a value', { key: NUL }],
    ['a NUL in a key', { [NUL]: 'x' }],
    ...(maxProperties > 0 ? [['too many pairs', Object.fromEntries(many)] as const] : []),
    ...(pairs.maxLength
      ? [['a long value', { key: 'x'.repeat(pairs.maxLength + 1) }] as const]
      : []),
  ];
}

function goodLimits({
  minLength,
  maxLength,
  minimum,
  maximum,
  enum: values,
  format,
  ...schema
}: Schema) {
  const limits: Labelled[] = [];
  const type = typeOf(schema);
  if (type === 'string' && !values && !format && minLength !== maxLength) {
    if (minLength) limits.push([`${minLength} characters`, 'x'.repeat(minLength)]);
    // Lengths count characters, not the units of an encoding.
    if (maxLength) limits.push([`${maxLength} characters`, '𝛑'.repeat(maxLength)]);
  }
  if (type === 'integer' && minimum !== undefined) limits.push(labelled(minimum));
  if (type === 'integer' && maximum !== undefined) limits.push(labelled(maximum));
  return limits;
}

function wrongTypes(values: readonly unknown[]): Labelled[] {
  return values.map(labelled);
}

function labelled(value: unknown): Labelled {
  return [JSON.stringify(value), value];
}

function otherCase(values: readonly unknown[]): string {
  const text = String(values[0]);
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

function typeOf({ type }: Schema): string | undefined {
  return typeof type === 'string' ? type : type?.find((each) => each !== 'null');
}

function isNullable({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null');
}
