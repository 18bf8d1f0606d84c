import { queryFields } from './query.fields.js';
import { scalarFields } from './scalar.fields.js';
import { structureFields } from './structure.fields.js';
import { timeFields } from './time.fields.js';

export * from './compose.js';
export * from './field.js';
export { fieldNamesOf, fieldsOf, type ContractClass, type JsonSchema } from './field-registry.js';
export * from './from-plain.js';
export * from './json-schema.js';
export { currencyCodes, oneOf, textsUpTo, type CsvRule } from './query.fields.js';
export { CODE_OF_THREE } from './scalar.fields.js';

/** The kinds of members. A member of a contract has one of them, as its decorator. */
export const field = {
  ...scalarFields,
  ...timeFields,
  ...structureFields,
  ...queryFields,
};
