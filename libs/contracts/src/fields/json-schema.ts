import {
  fieldsOf,
  type ContractClass,
  type FieldRecord,
  type JsonSchema,
} from './field-registry.js';

/** The JSON Schema (2020-12) of a contract class, nested classes written out in place. */
export function jsonSchemaOf(type: ContractClass): JsonSchema {
  const fields = fieldsOf(type);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, record] of fields) {
    properties[name] = schemaOf(record);
    if (record.required) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
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
