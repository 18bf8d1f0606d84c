import { getMetadataStorage } from 'class-validator';
import type { PublishableEvent } from './event-definition.js';

const fieldsByClass = new WeakMap<object, ReadonlySet<string>>();

/**
 * Throws when the payload has a field that the event's class does not list. TypeScript lets a wider
 * object pass as a narrower one. So without this a resource snapshot with personal data could
 * reach Kafka, which cannot be erased.
 */
export function assertListedFields<P extends object>(
  definition: PublishableEvent<P>,
  payload: P,
): void {
  const fields = listedFields(definition.payload);
  for (const [field, value] of Object.entries(payload)) {
    if (value !== undefined && !fields.has(field)) {
      throw new TypeError(`payload of ${definition.name} does not list the field "${field}"`);
    }
  }
}

function listedFields(payloadClass: new () => object): ReadonlySet<string> {
  const known = fieldsByClass.get(payloadClass);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(payloadClass, '', false, false);
  const fields = new Set(rules.map((rule) => rule.propertyName));
  fieldsByClass.set(payloadClass, fields);
  return fields;
}
