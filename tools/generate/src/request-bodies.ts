import type { OpenApiPart } from './app-descriptions.js';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

interface Operation {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses?: unknown;
}

const COMPONENTS = '#/components/schemas/';
/** Added to the name of a class that answers use too. */
const SUFFIX = 'Input';

/**
 * Request bodies as the services read them. A null member counts as absent, so an optional member
 * may be null, and a body without required members may be omitted. Classes that answers share have
 * a separate schema for requests, because answers contain no undocumented null.
 */
export function withReadBodies(document: OpenApiPart): OpenApiPart {
  const schemas = (document.components?.['schemas'] ?? {}) as Schemas;
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation as Operation),
  );
  const sent = namesIn(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const answered = namesIn(
    operations.map(({ responses }) => responses),
    schemas,
  );
  const nameOf = (name: string) => (answered.has(name) ? `${name}${SUFFIX}` : name);
  const read = [...sent].map((name) => [nameOf(name), readBody(schemas[name] ?? {}, nameOf)]);
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => withBody(operation as Operation, { schemas, nameOf })),
  );
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      schemas: { ...schemas, ...(Object.fromEntries(read) as Schemas) },
    },
  };
}

interface Naming {
  readonly schemas: Schemas;
  nameOf(name: string): string;
}

function withBody(operation: Operation, { schemas, nameOf }: Naming): Operation {
  const { requestBody } = operation;
  if (!requestBody) return operation;
  const content = mapValues(requestBody.content, (media) => ({
    ...media,
    ...(media.schema ? { schema: readBody(media.schema, nameOf) } : {}),
  }));
  const isNeeded = Object.values(requestBody.content).some(({ schema = {} }) => {
    const named = targetOf(schema);
    return 'required' in (named === undefined ? schema : (schemas[named] ?? {}));
  });
  return { ...operation, requestBody: { ...requestBody, content, required: isNeeded } };
}

/** The schema with null for each optional member, inside too. */
function readBody(schema: Schema, nameOf: Naming['nameOf']): Schema {
  const inner = mapValues(schema, (value, key) => {
    if (key === '$ref') return `${COMPONENTS}${nameOf(String(value).slice(COMPONENTS.length))}`;
    if (key === 'properties') return value;
    return inside(value, (part) => readBody(part, nameOf));
  });
  const { properties, required = [], additionalProperties } = inner;
  return {
    ...inner,
    ...(isSchema(additionalProperties)
      ? { additionalProperties: orNull(additionalProperties) }
      : {}),
    ...(isSchema(properties)
      ? {
          properties: mapValues(properties as Schemas, (member, name) => {
            const own = readBody(member, nameOf);
            return (required as readonly string[]).includes(name) ? own : orNull(own);
          }),
        }
      : {}),
  };
}

function orNull(schema: Schema): Schema {
  const { $ref, allOf, type, enum: values, ...rest } = schema;
  if ($ref ?? allOf) {
    return { ...rest, anyOf: [$ref ? { $ref } : { allOf }, { type: 'null' }] };
  }
  const types = [type].flat();
  if (types.includes('null')) return schema;
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

/** Names of the schemas that a part of the document leads to. */
function namesIn(part: unknown, schemas: Schemas, found = new Set<string>()): Set<string> {
  if (!isSchema(part) && !Array.isArray(part)) return found;
  const name = Array.isArray(part) ? undefined : targetOf(part as Schema);
  if (name !== undefined && !found.has(name)) {
    found.add(name);
    namesIn(schemas[name], schemas, found);
  }
  for (const value of Object.values(part)) namesIn(value, schemas, found);
  return found;
}

function targetOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice(COMPONENTS.length) : undefined;
}

function inside(value: unknown, change: (part: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(each, change));
  return isSchema(value) ? change(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, each]) => [key, change(each, key)]));
}
