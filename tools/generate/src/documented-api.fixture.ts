import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiPart } from './app-descriptions.js';

type Members = Readonly<Record<string, unknown>>;

export interface Execution {
  /** Bearer token; none for public operations. */
  readonly token?: string | undefined;
  /** Values of the parameters in the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** Values of the parameters in the path. */
  readonly path?: Readonly<Record<string, string>>;
  /**
   * Members of the example, by dotted path, that name something which exists in one system only:
   * credentials, tokens, IDs. Everything else is sent as documented.
   */
  readonly instead?: Readonly<Record<string, string>>;
  /** Beside the token: those that the document names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It answers 303; where that leads is not asked. */
  readonly leadsOn?: boolean;
  /** A body that the document does not describe, such as a call-back's. */
  readonly raw?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly example: unknown;
  readonly validate: ValidateFunction | undefined;
}

const DOCUMENT = 'https://towpath.invalid/openapi.json';

/** A running system, used exactly as its OpenAPI document says. */
export class DocumentedApi {
  readonly executed = new Set<string>();
  private readonly operations: ReadonlyMap<string, Operation>;
  /** The latest value of each parameter in a path. */
  private readonly seen: Record<string, string> = {};

  constructor(
    private readonly baseUrl: string,
    document: OpenApiPart,
  ) {
    this.operations = operationsOf(closed(document));
  }

  get operationIds(): string[] {
    return [...this.operations.keys()];
  }

  /** Sends the example. Throws unless the answer is what the document promises: 200, or 303. */
  async execute<T = Members>(operationId: string, execution: Execution = {}): Promise<T> {
    const operation = this.operations.get(operationId);
    if (!operation) throw new Error(`the document has no ${operationId}`);
    const { token, path = {}, query, instead = {}, raw, headers = {}, leadsOn } = execution;
    const parameters = query ? `?${new URLSearchParams(query).toString()}` : '';
    const body = raw?.body ?? bodyOf(operation.example, instead);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '');
    const answer = await fetch(`${this.baseUrl}${url}${parameters}`, {
      method: operation.method.toUpperCase(),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...raw?.headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: leadsOn ? 'manual' : 'follow',
    });
    const text = await answer.text();
    if (answer.status !== (leadsOn ? 303 : 200))
      throw new Error(`${operationId}: ${answer.status} ${text}`);
    this.executed.add(operationId);
    Object.assign(this.seen, path);
    if (!operation.validate) return text as T;
    const value = JSON.parse(text) as T;
    if (operation.validate(value)) return value;
    throw new Error(`${operationId}: ${JSON.stringify(operation.validate.errors)} in ${text}`);
  }

  /** Reads that no story includes, of resources that a story named last. */
  async executeOtherReads(token: string): Promise<void> {
    for (const [operationId, { method, path }] of this.operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const isKnown = names.length > 0 && names.every((name) => name in this.seen);
      if (method !== 'get' || !isKnown || this.executed.has(operationId)) continue;
      await this.execute(operationId, { token, path: this.seen });
    }
  }
}

function bodyOf(example: unknown, instead: Readonly<Record<string, string>>): string | undefined {
  if (example === undefined) return undefined;
  const body = structuredClone(example);
  for (const [path, value] of Object.entries(instead))
    replace(body as Record<string, unknown>, { path, value });
  return JSON.stringify(body);
}

/** Only what the example shows can be replaced: a spec may not add to it. */
function replace(
  body: Record<string, unknown>,
  { path, value }: { readonly path: string; readonly value: string },
): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce((inner, name) => inner[name] as Record<string, unknown>, body);
  if (!(last in owner)) throw new Error(`the example has no ${path}`);
  owner[last] = value;
}

function operationsOf(document: OpenApiPart): ReadonlyMap<string, Operation> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT, ...document });
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const { operationId, requestBody, responses } = described as Described;
      const answers = responses['200']?.content;
      const [type] = Object.keys(answers ?? {});
      const route = [path, method].map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
      const pointer = `paths/${route.join('/')}/responses/200/content/application~1json/schema`;
      operations.set(operationId, {
        method,
        path,
        example: requestBody?.content['application/json']?.example,
        validate:
          type === 'application/json'
            ? ajv.compile({ $ref: `${DOCUMENT}#/${encodeURI(pointer)}` })
            : undefined,
      });
    }
  }
  return operations;
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> } | undefined>;
}

/** Objects with members take no others: an answer that says more than the document is a fault. */
function closed<T>(node: T): T {
  if (Array.isArray(node)) return node.map((each: unknown) => closed(each)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = 'properties' in node && 'type' in node && node.type === 'object';
  return (
    isObject && !('additionalProperties' in node) ? { ...copy, additionalProperties: false } : copy
  ) as T;
}
