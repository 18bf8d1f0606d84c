import {
  fieldsOf,
  type ContractClass,
  type FieldReader,
  type FieldRecord,
} from './field-registry.js';

/**
 * An instance of a contract class from parsed JSON: members that the class does not list are
 * dropped, nulls count as absent unless the member is nullable. Nothing is validated here.
 * `plainToInstance` is not used because keys such as `constructor`, which the sender controls,
 * make it fail or lose data.
 */
export function fromPlain<T extends object>(type: ContractClass<T>, source: object): T {
  const instance = new type();
  for (const [name, record] of fieldsOf(type)) {
    const sent = Object.hasOwn(source, name) ? (Reflect.get(source, name) as unknown) : undefined;
    const value = valueOf(record, sent);
    if (value !== undefined) Reflect.set(instance, name, value);
    // An absent member keeps the default that its class gives it; without one it is not there.
    else if (Reflect.get(instance, name) === undefined) Reflect.deleteProperty(instance, name);
  }
  return instance;
}

function valueOf({ nested, nullable, readers }: FieldRecord, sent: unknown): unknown {
  if (sent === null) return nullable ? null : readThrough(readers, undefined);
  return readThrough(readers, nested ? nestedValue(nested(), sent) : sent);
}

function nestedValue(type: ContractClass, sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map((item) => nestedValue(type, item));
  return typeof sent === 'object' && sent !== null ? fromPlain(type, sent) : sent;
}

function readThrough(readers: readonly FieldReader[], sent: unknown): unknown {
  return readers.reduce((value, reader) => reader(value), sent);
}
