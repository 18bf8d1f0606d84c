import { fromPlain } from '@towpath/contracts';
import { validateSync, type ValidationError } from 'class-validator';

import { invalid, textComplaint } from './safe-json.js';

const MAX_COMPLAINTS = 5;

/**
 * A validated instance of `inputClass`, or `INVALID_REQUEST` whose details start with the path of
 * the field. `what` names the whole input: `body` or `query`. No body at all is read as `{}`, so that
 * the missing field is named.
 */
export function validated<T extends object>(
  inputClass: new () => T,
  { source = {}, what }: { readonly source: unknown; readonly what: 'body' | 'query' },
): T {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    throw invalid(`${what} must be a JSON object`);
  }
  const instance = fromPlain(inputClass, source, { emptyIsAbsent: true });
  const errors = validateSync(instance, { forbidUnknownValues: false, stopAtFirstError: true });
  if (errors.length > 0) {
    throw invalid(errors.flatMap(complaintsOf).slice(0, MAX_COMPLAINTS).join('; '));
  }
  return instance;
}

/** A path or query parameter that is plain text, or `INVALID_REQUEST` naming it. */
export function validatedText(value: unknown, name: string): unknown {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  for (const text of texts) {
    const complaint = typeof text === 'string' ? textComplaint(text) : undefined;
    if (complaint) throw invalid(`${name} ${complaint}`);
  }
  return value;
}

function complaintsOf(error: ValidationError): string[] {
  return collect(error, '');
}

function collect(error: ValidationError, parent: string): string[] {
  const path = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) =>
    message.startsWith(`${error.property} `)
      ? path + message.slice(error.property.length)
      : `${path}: ${message}`,
  );
  return [...own, ...(error.children ?? []).flatMap((child) => collect(child, path))];
}
