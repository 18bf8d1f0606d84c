/** A JSON Schema (2020-12) fragment of a scalar or of a container of scalars. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldShape {
  readonly schema: JsonSchema;
  /** The class of the value, or of each element when `list`. */
  readonly nested?: () => ContractClass;
  readonly list?: { readonly minItems?: number; readonly maxItems?: number };
}

interface FieldRecord extends FieldShape {
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: boolean;
  readonly deprecated?: boolean;
}

/** A class whose members carry field decorators. */
export type ContractClass<T extends object = object> = new () => T;

const fieldsByPrototype = new WeakMap<object, Map<string, FieldRecord>>();

export function rememberField(record: FieldRecord): PropertyDecorator {
  return (target, key) => {
    const fields = fieldsByPrototype.get(target) ?? new Map<string, FieldRecord>();
    fields.set(String(key), record);
    fieldsByPrototype.set(target, fields);
  };
}

/** The JSON Schema (2020-12) of a contract class, nested classes written out in place. */
export function jsonSchemaOf(type: ContractClass): JsonSchema {
  const fields = allFields(type);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, record] of fields) {
    properties[name] = schemaOf(record);
    if (record.required) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** The members of a contract class in order of declaration, those of its base classes first. */
export function fieldNamesOf(type: ContractClass): readonly string[] {
  return [...allFields(type).keys()];
}

function allFields(type: ContractClass): Map<string, FieldRecord> {
  const chain: object[] = [];
  for (let at = type.prototype as object | null; at; at = Object.getPrototypeOf(at)) chain.push(at);
  const fields = new Map<string, FieldRecord>();
  for (const prototype of chain.reverse()) {
    for (const [name, record] of fieldsByPrototype.get(prototype) ?? []) fields.set(name, record);
  }
  return fields;
}

function schemaOf(record: FieldRecord): JsonSchema {
  const { description, deprecated } = record;
  const value = record.nested ? nestedSchema(record.nested(), record) : record.schema;
  return {
    ...(record.nullable ? withNull(value) : value),
    ...(description === undefined ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
  };
}

function nestedSchema(type: ContractClass, { list }: FieldRecord): JsonSchema {
  const schema = jsonSchemaOf(type);
  return list ? { type: 'array', items: schema, ...list } : schema;
}

function withNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}
