import { EXAMPLE, webhookEventTypes } from '@towpath/contracts';
import type { OpenApiPart } from './app-descriptions.js';
import { EXAMPLE_ID, ExampleComposer, mapValues, type Schema } from './request-examples.js';

interface Media {
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

const SUCCESS = '200';
const AMOUNT = 12_500;
const FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': EXAMPLE.occurred_at,
  date: EXAMPLE.occurred_at.slice(0, 10),
  uri: 'https://shop.example.com/return',
  email: 'mei@example.com',
};
/** Members that several answers have, as the examples of webhooks and events have them. */
const KNOWN: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...webhookEventTypes.map(({ example }) => example),
  EXAMPLE,
);

/**
 * The document with an example of every answer that has a JSON body, put together as the examples
 * of requests are. A required member without an example of its own has one of its kind.
 */
export function withAnswerExamples(document: OpenApiPart): OpenApiPart {
  const schemas = (document.components?.['schemas'] ?? {}) as Readonly<Record<string, Schema>>;
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => withExample(operation as Operation, schemas)),
  );
  return { ...document, paths };
}

function withExample(operation: Operation, schemas: Readonly<Record<string, Schema>>): Operation {
  const { responses, operationId } = operation;
  const success = responses[SUCCESS];
  if (!success?.content) return operation;
  const composer = new ExampleComposer(schemas, ofItsKind);
  const content = mapValues(success.content, (media) => {
    const example = composer.of(media.schema ?? {}, 'answer');
    if (example !== undefined) return { ...media, example };
    throw new Error(`${operationId} has no example: ${composer.lacking.join(', ')} need one`);
  });
  return { ...operation, responses: { ...responses, [SUCCESS]: { ...success, content } } };
}

function ofItsKind(
  { type, format, minLength, minimum, properties }: Schema,
  path: string,
): unknown {
  const name = path.split('.').at(-1) ?? '';
  const [kind] = [type].flat();
  if (kind === 'string') return KNOWN[name] ?? FORMATS[format ?? ''] ?? textOf(name, minLength);
  if (kind === 'integer' || kind === 'number')
    return name.includes('amount') ? AMOUNT : Math.max(minimum ?? 1, 1);
  if (kind === 'boolean') return true;
  return kind === 'object' && !properties ? (KNOWN[name] ?? {}) : undefined;
}

/** An ID, or the name of the member in words. */
function textOf(name: string, minLength = 0): string {
  if (minLength === EXAMPLE_ID.length) return EXAMPLE_ID;
  return name.replaceAll('[]', '').replaceAll('_', ' ');
}
