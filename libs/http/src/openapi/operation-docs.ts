import type * as Swagger from '@nestjs/swagger';
import {
  documentLater,
  ERROR_TYPES,
  field,
  INTERNAL_AREAS,
  type Operation,
  type TokenUse,
} from '@towpath/contracts';
import type { OperatorOperation } from '@towpath/contracts/operator';
import { ERROR_CODES } from '@towpath/kernel';

import type { BodyRules, ResponseClass } from '../access/route-access.js';

interface Documented {
  readonly response: ResponseClass | undefined;
  readonly body: BodyRules | undefined;
}

class ErrorBodyE3 {
  @field.enum(ERROR_TYPES) type: string;
  @field.enum('Error code: handle errors by this value.', ERROR_CODES) error_code: string;
  @field.text('Constant text of the error code.') message: string;
  @field.text('Details of this error.') details: string;
  @field.text('ID of the request, as in the header X-Request-Id.') request_id: string;
}

class ErrorBodyE1 extends ErrorBodyE3 {
  @PlainInteger code: number;
}

class ErrorBodyE2 extends ErrorBodyE3 {
  @field.text('The same value as error_code.') code: string;
}

/** Envelope of data and authentication operations. */
class ErrorE1 {
  @field.object(() => ErrorBodyE1) error: ErrorBodyE1;
}

/** Envelope of link operations. */
class ErrorE2 {
  @field.object(() => ErrorBodyE2) error: ErrorBodyE2;
}

/** Envelope of payment operations and everything newer. */
class ErrorE3 {
  @field.object(() => ErrorBodyE3) error: ErrorBodyE3;
}

const ENVELOPES = { E1: ErrorE1, E2: ErrorE2, E3: ErrorE3 };
const EVERYWHERE = [401, 403, 429, 431, 500, 503];
const OF_PUBLIC = [429, 431, 500, 503];
const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Success.',
  303: 'Redirect to the next page.',
  307: 'Redirect to the file.',
  400: 'The request is invalid, names something unknown, or asks for a change that is not allowed.',
  401: 'The token is missing, invalid or expired.',
  403: 'The token is of the wrong kind or lacks the scope.',
  404: 'There is no such path, or the service has no such resources.',
  409: 'A request with the same key is in progress, or the clock of the test app advances.',
  413: 'The body is too large.',
  415: 'The content type is not accepted.',
  422: 'The key was used with a different body.',
  429: 'Too many requests.',
  431: 'The URL and the headers are too large together.',
  500: 'The request failed unexpectedly.',
  503: 'A part of the service does not answer.',
};

/** The security scheme of tokens from the client-credentials flow. */
export const CUSTOMER_SCHEME = 'customerToken';

/** The security scheme of each other kind of token; all are bearer tokens. */
export const TOKEN_SCHEMES: Readonly<Record<Exclude<TokenUse, 'customer' | 'service'>, string>> = {
  login_identity: 'loginIdentityToken',
  hosted_link: 'hostedLinkToken',
  mandate_link: 'mandateLinkToken',
  payment_link: 'paymentLinkToken',
};

/** The description of an operation in the document. */
export function operationDocs(operation: Operation, documented: Documented): MethodDecorator {
  const { id, summary, area, deprecated } = operation;
  return laterOn((swagger) => [
    swagger.ApiOperation({
      operationId: id,
      summary,
      description: descriptionOf(operation),
      tags: [area],
      ...(deprecated ? { deprecated } : {}),
    }),
    ...statusesOf(operation).map((status) =>
      swagger.ApiResponse(responseDocs(status, { operation, documented })),
    ),
    ...securityOf(operation).map(([scheme, scopes]) => swagger.ApiSecurity(scheme, scopes)),
    ...placeOf(operation).map((name) => swagger.ApiParam({ name, type: String })),
    ...idempotencyOf(operation).map((header) => swagger.ApiHeader(header)),
    ...(documented.body?.form ? [swagger.ApiConsumes('application/x-www-form-urlencoded')] : []),
    ...fileOf(documented.body).flatMap((schema) => [
      swagger.ApiConsumes('multipart/form-data'),
      swagger.ApiBody({ schema }),
    ]),
    ...(operation.testOnly ? [swagger.ApiExtension('x-test-apps-only', true)] : []),
    // Left out of SDKs and of the reference.
    ...(INTERNAL_AREAS.has(area) ? [swagger.ApiExtension('x-internal', true)] : []),
  ]);
}

/** The security scheme of the gateway's tokens in the name of an operator. */
export const OPERATOR_SCHEME = 'operatorToken';

const OF_OPERATORS = [200, 400, 401, 403, 404, 431, 500, 503];

/** The description of an operation for operators in their document. */
export function operatorDocs(
  { id, summary, role, method, path }: OperatorOperation,
  response: ResponseClass | undefined,
): MethodDecorator {
  const statuses = method === 'POST' ? [...OF_OPERATORS, 413, 415] : OF_OPERATORS;
  const documented = { response, body: undefined };
  return laterOn((swagger) => [
    swagger.ApiOperation({
      operationId: id,
      summary,
      description: `${summary}. Takes the role \`${role}\` or one with more rights.`,
      tags: ['Operators'],
    }),
    ...statuses.map((status) =>
      swagger.ApiResponse(responseDocs(status, { operation: { envelope: 'E3' }, documented })),
    ),
    swagger.ApiSecurity(OPERATOR_SCHEME),
    ...parametersOf(path).map((name) => swagger.ApiParam({ name, type: String })),
  ]);
}

/** A body that a caller may leave out. */
export function DocumentsOptionalBody(type: DocumentedType): MethodDecorator {
  return laterOn(({ ApiBody }) => [ApiBody({ type, required: false })]);
}

/** Parameters of a query that no argument of the method declares. */
export function DocumentsQuery(type: DocumentedType): MethodDecorator {
  return laterOn(({ ApiQuery }) => [ApiQuery({ type })]);
}

type DocumentedType = new () => object;

function laterOn(
  decoratorsOf: (swagger: typeof Swagger) => readonly MethodDecorator[],
): MethodDecorator {
  return (target, key, descriptor) =>
    documentLater((swagger) => {
      for (const decorate of decoratorsOf(swagger)) decorate(target, key, descriptor);
    });
}

/** Where a call-back arrives: `@CallBack` reads these parameters, and tells the document nothing. */
function placeOf({ area, path }: Operation): readonly string[] {
  return area === 'Call-backs' ? parametersOf(path) : [];
}

function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

const TOKEN_NAMES: Readonly<Record<TokenUse, string>> = {
  customer: 'a customer token',
  login_identity: 'a login identity token',
  hosted_link: 'the token of a hosted link session',
  mandate_link: 'the token of a mandate authorization link',
  payment_link: 'the token of a hosted payment page',
  service: 'a service token',
};

function descriptionOf({ summary, kinds, scope, testOnly }: Operation): string {
  const token = kinds === 'public' ? 'no token' : kinds.map((use) => TOKEN_NAMES[use]).join(' or ');
  const scoped = scope === null ? '' : ` with the scope ` + `\`${scope}\``;
  return `${summary}. Takes ${token}${scoped}.${testOnly ? ' For test apps only.' : ''}`;
}

export function undocumented(): MethodDecorator {
  return laterOn(({ ApiExcludeEndpoint }) => [ApiExcludeEndpoint()]);
}

function statusesOf({ kinds, method, statuses, idempotency }: Operation): number[] {
  const possible = kinds === 'public' ? OF_PUBLIC : EVERYWHERE;
  // The gateway keeps writes of a test app away while its clock advances.
  const ofWrites = method === 'GET' || kinds === 'public' ? [] : [409];
  const keyed = idempotency ? [409, 422] : [];
  const ofBody = method === 'POST' || method === 'PATCH' ? [413, 415] : [];
  return [...new Set([...statuses, ...possible, ...ofWrites, ...keyed, ...ofBody])].sort(
    (a, b) => a - b,
  );
}

function responseDocs(
  status: number,
  { operation, documented }: { operation: Pick<Operation, 'envelope'>; documented: Documented },
): Swagger.ApiResponseOptions {
  const description = MEANINGS[status] ?? 'Refused.';
  if (status >= 400) return { status, description, type: ENVELOPES[operation.envelope] };
  const { response } = documented;
  if (!response || status !== 200) return { status, description };
  const isArray = typeof response !== 'function';
  return { status, description, type: isArray ? response[0] : response, isArray };
}

function securityOf({ kinds, scope }: Operation): [scheme: string, scopes?: string[]][] {
  if (kinds === 'public') return [];
  return kinds.flatMap((kind): [string, string[]?][] => {
    if (kind === 'service') return [];
    if (kind === 'customer') return [[CUSTOMER_SCHEME, scope === null ? [] : [scope]]];
    return [[TOKEN_SCHEMES[kind]]];
  });
}

function fileOf({ file }: BodyRules = {}) {
  if (file === undefined) return [];
  const part = {
    type: 'string',
    format: 'binary',
    description: 'The file to upload; one per request.',
    example: '%PDF-1.7 …',
  };
  return [{ type: 'object', required: [file], properties: { [file]: part } }];
}

function idempotencyOf({ idempotency }: Operation): Swagger.ApiHeaderOptions[] {
  if (!idempotency) return [];
  return [
    {
      name: 'Idempotency-Key',
      description: 'Your key of the request. A repeat with the key returns the first response.',
      required: idempotency === 'required',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}

/** Without limits, unlike the integers of requests. */
function PlainInteger(target: object, key: string | symbol): void {
  documentLater(({ ApiProperty }) => ApiProperty({ type: 'integer' })(target, key));
}
