import { INTERNAL_AREAS, OPERATION_AREAS, operations } from '@towpath/contracts';
import { withAnswerExamples } from './answer-examples.js';
import type { AppDescription, OpenApiPart } from './app-descriptions.js';
import { withCodeSamples } from './code-samples.js';
import { WEBHOOK_TAG, withWebhooks } from './openapi-webhooks.js';
import { jsonOutput, type Output } from './outputs.js';
import { withReadBodies } from './request-bodies.js';
import { withRequestExamples } from './request-examples.js';

const areas = [...new Set(operations.filter(({ built }) => built).map(({ area }) => area))];

/**
 * One document per app and the merged one that the gateway serves; apart from them one per app of what
 * it answers operators.
 */
export function openApiOutputs(apps: readonly AppDescription[]): Output[] {
  const documents = apps.map(({ service, openapi }) => ({
    service,
    openapi: withRequestExamples(openapi),
  }));
  return [
    ...documents.map(({ service, openapi }) =>
      jsonOutput(`openapi/${service}.json`, withReadBodies(openapi)),
    ),
    ...apps.map(({ service, operators }) =>
      jsonOutput(
        `openapi/operators/${service}.json`,
        withReadBodies(withRequestExamples(operators)),
      ),
    ),
    jsonOutput(
      'openapi/openapi.json',
      withCodeSamples(
        withAnswerExamples(
          withWebhooks(withReadBodies(merge(documents.map(({ openapi }) => openapi)))),
        ),
      ),
    ),
  ];
}

/** Paths and components of all parts. Throws when two parts differ about one of them. */
export function merge(parts: readonly OpenApiPart[]): OpenApiPart {
  const [first] = parts;
  if (!first) throw new Error('no app described itself');
  const paths: Record<string, Record<string, unknown>> = {};
  const components: Record<string, Record<string, unknown>> = {};
  for (const part of parts) {
    for (const [path, methods] of Object.entries(part.paths)) {
      addAll((paths[path] ??= {}), methods, path);
    }
    for (const [kind, entries] of Object.entries(part.components ?? {})) {
      addAll((components[kind] ??= {}), entries, kind);
    }
  }
  return {
    ...first,
    servers: [{ url: '/', description: 'Where this document was read.' }],
    tags: [
      ...areas.map((name) => ({
        name,
        description: OPERATION_AREAS[name],
        ...(INTERNAL_AREAS.has(name) ? { 'x-internal': true } : {}),
      })),
      WEBHOOK_TAG,
    ],
    paths: sorted(paths),
    components: Object.fromEntries(
      Object.entries(components).map(([kind, entries]) => [kind, sorted(entries)]),
    ),
  };
}

function addAll(
  into: Record<string, unknown>,
  entries: Readonly<Record<string, unknown>>,
  where: string,
): void {
  for (const [name, value] of Object.entries(entries)) {
    const known = into[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value)) {
      throw new Error(`two apps describe ${where} ${name} differently`);
    }
    into[name] = value;
  }
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
