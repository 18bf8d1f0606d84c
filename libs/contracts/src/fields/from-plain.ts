import {
  fieldsOf,
  type ContractClass,
  type FieldReader,
  type FieldRecord,
} from './field-registry.js';

export interface ReadingOptions {
  /** Takes an empty text of an optional member for an absent one, as requests have it. */
  readonly emptyIsAbsent?: boolean;
}

/**
 * An instance of a contract class from parsed JSON: members that the class does not list are
 * dropped, nulls count as absent unless the member is nullable. Nothing is validated here.
 * `plainToInstance` is not used because keys such as `constructor`, which the sender controls,
 * make it fail or lose data.
 */
export function fromPlain<T extends object>(
  type: ContractClass<T>,
  source: object,
  options: ReadingOptions = {},
): T {
  const instance = new type();
  for (const [name, record] of fieldsOf(type)) {
    const sent = Object.hasOwn(source, name) ? (Reflect.get(source, name) as unknown) : undefined;
    const value = valueOf(record, sent, options);
    if (value !== undefined) Reflect.set(instance, name, value);
    // An absent member keeps the default that its class gives it; without one it is not there.
    else if (Reflect.get(instance, name) === undefined) Reflect.deleteProperty(instance, name);
  }
  return instance;
}

function valueOf(record: FieldRecord, sent: unknown, options: ReadingOptions): unknown {
  const { nested, nullable, readers, required, emptyIsValue, schema } = record;
  if (sent === null) return nullable ? null : readThrough(readers, undefined);
  const isText = schema['type'] === 'string';
  if (sent === '' && options.emptyIsAbsent && isText && !required && !emptyIsValue) {
    return readThrough(readers, undefined);
  }
  return readThrough(readers, nested ? nestedValue(nested(), sent, options) : sent);
}

function nestedValue(type: ContractClass, sent: unknown, options: ReadingOptions): unknown {
  if (Array.isArray(sent)) return sent.map((item) => nestedValue(type, item, options));
  return typeof sent === 'object' && sent !== null ? fromPlain(type, sent, options) : sent;
}

function readThrough(readers: readonly FieldReader[], sent: unknown): unknown {
  return readers.reduce((value, reader) => reader(value), sent);
}
