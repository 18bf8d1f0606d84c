import type { OpenApiPart } from './app-descriptions.js';

/** As much of a JSON Schema as the contract classes use. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Media {
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

export const EXAMPLE_ID = '01JQ00000000000000000000XA';
/** Parameters in a path that are no IDs of ours. */
const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  integrationId: 'gw1',
  endpointId: 'default',
  institutionId: 'testbank',
};

/**
 * The document with an example of every request, put together from the examples of its members.
 * Throws when a required member has none: then there is nothing to try.
 */
export function withRequestExamples(document: OpenApiPart): OpenApiPart {
  const schemas = document.components?.['schemas'] ?? {};
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => withExample(operation as Operation, schemas)),
  );
  return { ...document, paths };
}

function withExample(operation: Operation, schemas: Readonly<Record<string, unknown>>): Operation {
  const { parameters, requestBody, operationId } = operation;
  const composer = new ExampleComposer(schemas as Readonly<Record<string, Schema>>);
  const content =
    requestBody &&
    mapValues(requestBody.content, (media) => {
      const example = composer.of(media.schema ?? {});
      if (example !== undefined) return { ...media, example };
      throw new Error(`${operationId} has no example: ${composer.lacking.join(', ')} need one`);
    });
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map(withPathExample) } : {}),
    ...(content ? { requestBody: { ...requestBody, content } } : {}),
  };
}

function withPathExample<P extends { readonly in: string; readonly name: string }>(parameter: P) {
  if (parameter.in !== 'path') return parameter;
  return { ...parameter, example: PATH_EXAMPLES[parameter.name] ?? EXAMPLE_ID };
}

/** A value for a member that has no example of its own; undefined if there is none. */
export type Fallback = (schema: Schema, path: string) => unknown;

/** Puts one example together; an optional member that cannot be completed is left out. */
export class ExampleComposer {
  /** Required members without an example, by their path. */
  readonly lacking: string[] = [];

  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly fallback: Fallback = () => undefined,
  ) {}

  of(schema: Schema, path = 'body'): unknown {
    const found = this.resolved(schema);
    if (found.example !== undefined) return found.example;
    if (found.enum) return found.enum[0];
    const other = this.fallback(found, path);
    if (other !== undefined) return other;
    if (found.type === 'array') return this.listOf(found.items, path);
    if (found.type === 'object' || found.properties) return this.objectOf(found, path);
    this.lacking.push(path);
    return undefined;
  }

  private listOf(items: Schema | undefined, path: string): unknown {
    const item = items && this.of(items, `${path}[]`);
    return item === undefined ? undefined : [item];
  }

  private objectOf({ properties = {}, required = [] }: Schema, path: string): unknown {
    const members: Record<string, unknown> = {};
    let complete = true;
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      if (!isRequired && !this.hasOwnExample(schema)) continue;
      const value = this.of(schema, `${path}.${name}`);
      if (value !== undefined) members[name] = value;
      else if (isRequired) complete = false;
    }
    return complete ? members : undefined;
  }

  /** An optional member is shown if it, or a part of it, has its own example. */
  private hasOwnExample(schema: Schema): boolean {
    const { example, items, properties = {} } = this.resolved(schema);
    if (example !== undefined) return true;
    const parts = [...Object.values(properties), ...(items ? [items] : [])];
    return parts.some((part) => this.hasOwnExample(part));
  }

  private resolved(schema: Schema): Schema {
    if (schema.example !== undefined) return schema;
    const [only, ...others] = schema.allOf ?? schema.oneOf?.slice(0, 1) ?? [];
    const inner = only && others.length === 0 ? only : schema;
    if (!inner.$ref) return inner;
    const name = inner.$ref.split('/').at(-1) ?? '';
    const target = this.schemas[name];
    if (!target) throw new Error(`there is no schema ${name}`);
    return this.resolved(target);
  }
}

export function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
