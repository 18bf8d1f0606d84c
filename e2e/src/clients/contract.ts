import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchOperation } from '@towpath/contracts';
import type { ApiAnswer, ApiRequest } from '@towpath/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { keepExample } from './kept-examples.js';

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: unknown;
}

interface OpenApiOperation {
  readonly operationId: string;
  /** Whether the SDK leaves it out. */
  readonly 'x-internal'?: boolean;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

type Subject = Pick<ApiRequest, 'method' | 'path'>;

const DOCUMENT = 'https://towpath.invalid/openapi.json';

/** One for each folder: the document is large. */
const contracts = new Map<string, Contract>();

/** The published OpenAPI document, held against every answer. */
export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction | undefined>();

  private constructor(private readonly document: OpenApiDocument) {
    addFormats.default(this.ajv);
    this.ajv.addFormat('int64', true);
    this.ajv.addSchema(document, DOCUMENT);
  }

  static of(root: string): Contract {
    const contract = contracts.get(root) ?? Contract.read(root);
    contracts.set(root, contract);
    return contract;
  }

  private static read(root: string): Contract {
    const file = join(root, 'docs/generated/openapi/openapi.json');
    if (!existsSync(file)) return new Contract({ paths: {} });
    return new Contract(JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument);
  }

  /** Throws when the answer is not one that the document announces for the operation. */
  check(request: Subject, { status, body, text }: ApiAnswer): void {
    const { operation, documented } = this.find(request);
    if (!operation || !documented) return;
    const name = `${operation.id} ${status}`;
    if (!documented.responses[status]) {
      throw new Error(`${name} is not in the OpenAPI document: ${text.slice(0, 300)}`);
    }
    const { path, method } = operation;
    const validate = this.validatorOf(`${path} ${method.toLowerCase()} ${status}`);
    if (!validate) return;
    if (validate(body)) return keepAnswer(documented, status, body);
    const faults = this.ajv.errorsText(validate.errors, { dataVar: 'body' });
    throw new Error(`${name} is not what the OpenAPI document says: ${faults}; ${text}`);
  }

  /**
   * Keeps an answer that the document announces. It judges none: what is refused before its operation
   * begins has statuses of its own.
   */
  keep(request: Subject, { status, body }: ApiAnswer): void {
    const { documented } = isReadable(request.path) ? this.find(request) : {};
    if (body !== undefined && documented?.responses[status]?.content?.['application/json'])
      keepAnswer(documented, status, body);
  }

  private find({ method, path }: Subject) {
    const [route = ''] = path.split('?');
    const operation = matchOperation({ method, path: route })?.operation;
    const documented = operation && this.document.paths[operation.path]?.[method.toLowerCase()];
    return { operation, documented };
  }

  /** Undefined for an answer without a JSON schema. */
  private validatorOf(name: string): ValidateFunction | undefined {
    if (this.validators.has(name)) return this.validators.get(name);
    const [path = '', method = '', status = ''] = name.split(' ');
    const content = this.document.paths[path]?.[method]?.responses[status]?.content;
    const steps = ['paths', path, method, 'responses', status, 'content', 'application/json'];
    const pointer = [...steps, 'schema'].map(escaped).join('/');
    const validate = content?.['application/json']
      ? this.ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` })
      : undefined;
    this.validators.set(name, validate);
    return validate;
  }
}

const LONGEST_PATH = 1_024;

/** Another path leads to no operation, whose envelope nobody knows: the plain one answers. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path).length <= LONGEST_PATH;
  } catch {
    return false;
  }
}

function keepAnswer(operation: OpenApiOperation, status: number, body: unknown): void {
  if (operation['x-internal']) return;
  const { operationId: id } = operation;
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  keepExample(`${name}${status === 200 ? 'Responses' : 'Errors'}[${status}]`, body);
}

/** A JSON pointer in a URI fragment. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
