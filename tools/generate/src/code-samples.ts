import type { OpenApiPart } from './app-descriptions.js';
import { mapValues } from './request-examples.js';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
}

interface Media {
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly 'x-internal'?: true;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

/** The token that the SDK fetches itself; other ones are given to it. */
const APP_TOKEN = 'customerToken';
/** What a page of a list continues after. */
const CURSOR = 'after';
const FILES = 'multipart/form-data';

/** The document with the call of the SDK for each operation of customer apps. */
export function withCodeSamples(document: OpenApiPart): OpenApiPart {
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => withSample(operation as Operation)),
  );
  return { ...document, paths };
}

function withSample(operation: Operation): Operation {
  if (operation['x-internal']) return operation;
  const samples = [{ lang: 'typescript', label: 'TypeScript', source: sampleOf(operation) }];
  return { ...operation, 'x-codeSamples': samples } as Operation;
}

function sampleOf({ operationId, parameters = [], requestBody, security = [] }: Operation): string {
  const method = operationId.charAt(0).toLowerCase() + operationId.slice(1);
  const isOfApp = security.length === 0 || security.some((scheme) => APP_TOKEN in scheme);
  const call = `${isOfApp ? 'towpath' : 'towpath.withToken(token)'}.${method}`;
  const given = argumentsOf(parameters, requestBody?.content ?? {});
  if (parameters.some(({ name }) => name === CURSOR)) {
    const members = [...given, 'query: { ...after }'];
    const page =
      members.length === 1 ? `{ ${members.join()} }` : `{\n    ${members.join(',\n    ')},\n  }`;
    return [
      'for await (const entry of each((after) =>',
      `  ${call}(${page}),`,
      ')) {\n  console.log(entry);\n}',
    ].join('\n');
  }
  const braces = given.length === 0 ? '' : `{\n  ${given.join(',\n  ')},\n}`;
  return `const answer = await ${call}(${braces});`;
}

function argumentsOf(
  parameters: readonly Parameter[],
  content: Readonly<Record<string, Media>>,
): string[] {
  const path = parameters.filter((parameter) => parameter.in === 'path');
  const values = path.map(({ name, example }) => `${name}: ${literal(example)}`);
  const [[type, { example }] = ['', {}]] = Object.entries<Media>(content);
  return [
    ...(values.length > 0 ? [`path: { ${values.join(', ')} }`] : []),
    ...(example === undefined
      ? []
      : [`body: ${type === FILES ? filesOf(example) : indented(example)}`]),
  ];
}

function filesOf(example: unknown): string {
  const names = Object.keys(example as object);
  return `{ ${names.map((name) => `${name}: new Blob([bytes])`).join(', ')} }`;
}

const indented = (value: unknown): string => literal(value).replaceAll('\n', '\n  ');

/** As JSON, with the keys and quotes of our style. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/"((?:[^"\\]|\\.)*)"(: )?/g, (text, inner: string, colon: string | undefined) => {
      if (colon && /^[A-Za-z_$][\w$]*$/.test(inner)) return `${inner}: `;
      return /['"\\]/.test(inner) ? text : `'${inner}'${colon ?? ''}`;
    })
    .replaceAll(/([[{])\n *([^\n,]{1,40})\n *([\]}])/g, inOneLine)
    .replaceAll(/([^[{,])\n(?= *[\]}])/g, '$1,\n');
}

/** What has one short member. */
function inOneLine(_text: string, ...[open, member, close]: readonly string[]): string {
  const space = open === '{' ? ' ' : '';
  return `${open}${space}${member}${space}${close}`;
}
