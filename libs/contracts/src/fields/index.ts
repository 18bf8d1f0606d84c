export { fieldNamesOf, type ContractClass, type JsonSchema } from './field-registry.js';
export * from './from-plain.js';
export * from './field.js';
export * from './json-schema.js';
export * from './loose.fields.js';
export * from './query.fields.js';
export * from './scalar.fields.js';
export * from './structure.fields.js';
export * from './time.fields.js';
