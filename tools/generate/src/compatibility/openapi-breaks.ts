import { schemaBreaks, type Direction, type Schema } from './schema-breaks.js';

/** As much of an OpenAPI document as a caller depends on. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: unknown;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface ApiOperation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

interface Pair {
  readonly released: ApiDocument;
  readonly current: ApiDocument;
}

interface OperationPair extends Pair {
  readonly before: ApiOperation;
  readonly after: ApiOperation;
  readonly at: string;
}

/** What breaks a caller that was written against the released document, one sentence each. */
export function openApiBreaks(pair: Pair): string[] {
  return Object.entries(pair.released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const after = pair.current.paths[path]?.[method];
      if (!after) return [`${at}: was removed`];
      return operationBreaks({
        ...pair,
        before: before as ApiOperation,
        after: after as ApiOperation,
        at,
      });
    }),
  );
}

function operationBreaks(pair: OperationPair): string[] {
  const { before, after, at } = pair;
  const renamed =
    before.operationId === after.operationId
      ? []
      : [`${at}: operationId changed from ${before.operationId} to ${after.operationId}`];
  return [
    ...renamed,
    ...securityBreaks(pair),
    ...parameterBreaks(pair),
    ...bodyBreaks(pair),
    ...responseBreaks(pair),
  ];
}

/** A token that opened an operation goes on opening it. */
function securityBreaks({ before, after, at }: OperationPair): string[] {
  const released = before.security ?? [];
  const current = after.security ?? [];
  if (current.length === 0) return [];
  if (released.length === 0) return [`${at}: takes a token now`];
  return released.flatMap((token) => {
    const accepted = current.some((now) =>
      Object.entries(now).every(
        ([scheme, scopes]) =>
          scopes.every((scope) => token[scheme]?.includes(scope)) && scheme in token,
      ),
    );
    return accepted ? [] : [`${at}: no longer takes ${JSON.stringify(token)}`];
  });
}

function parameterBreaks(pair: OperationPair): string[] {
  const { before, after, at } = pair;
  const [released, current] = [before.parameters ?? [], after.parameters ?? []];
  const find = (among: readonly Parameter[], wanted: Parameter) =>
    among.find((one) => one.in === wanted.in && one.name === wanted.name);
  const kept = released.flatMap((parameter) => {
    const now = find(current, parameter);
    const where = `${at} ${parameter.in} ${parameter.name}`;
    if (!now) return [`${where}: was removed`];
    return between(pair, {
      schemas: [parameter.schema ?? {}, now.schema ?? {}],
      direction: 'sent',
      at: where,
    });
  });
  const demanded = current.filter((one) => one.required && !find(released, one)?.required);
  return [...kept, ...demanded.map((one) => `${at} ${one.in} ${one.name}: is required now`)];
}

function bodyBreaks(pair: OperationPair): string[] {
  const { requestBody: released } = pair.before;
  const { requestBody: current } = pair.after;
  const demanded =
    current?.required && !released?.required ? [`${pair.at} body: is required now`] : [];
  return [
    ...demanded,
    ...contentBreaks(pair, {
      contents: [released?.content, current?.content],
      direction: 'sent',
      at: `${pair.at} body`,
    }),
  ];
}

function responseBreaks(pair: OperationPair): string[] {
  return Object.entries(pair.before.responses ?? {}).flatMap(([status, response]) => {
    const now = pair.after.responses?.[status];
    const at = `${pair.at} ${status}`;
    // An error that cannot happen any more harms nobody.
    if (!now) return Number(status) < 400 ? [`${at}: was removed`] : [];
    return contentBreaks(pair, {
      contents: [response.content, now.content],
      direction: 'read',
      at,
    });
  });
}

interface Contents {
  readonly contents: readonly [Content | undefined, Content | undefined];
  readonly direction: Direction;
  readonly at: string;
}

function contentBreaks(pair: Pair, { contents, direction, at }: Contents): string[] {
  const [released = {}, current = {}] = contents;
  return Object.entries(released).flatMap(([type, media]) => {
    const now = current[type];
    if (!now) return [`${at}: ${type} was removed`];
    return between(pair, { schemas: [media.schema ?? {}, now.schema ?? {}], direction, at });
  });
}

interface Schemas {
  readonly schemas: readonly [Schema, Schema];
  readonly direction: Direction;
  readonly at: string;
}

function between({ released, current }: Pair, { schemas, direction, at }: Schemas): string[] {
  const [before, after] = schemas;
  return schemaBreaks({
    released: { schema: before, document: released },
    current: { schema: after, document: current },
    direction,
    at,
  });
}
