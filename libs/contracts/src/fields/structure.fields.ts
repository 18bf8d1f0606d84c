import { ValidateNested } from 'class-validator';
import { IsJsonObject, IsListOf, IsMetadataMap } from '../validation/decorators.js';
import {
  isObject,
  isTextWithin,
  METADATA_LIMITS,
  type LengthLimits,
  type MapLimits,
} from '../validation/rules.js';
import { descriptionFirst, field, type Described, type FieldOptions } from './field.js';
import type { ContractClass } from './field-registry.js';

export interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object of another contract class. */
export function ObjectField(
  ...described: Described<[type: () => ContractClass, options?: FieldOptions]>
): PropertyDecorator {
  const [description, type, options] = descriptionFirst(described);
  return field([description, options], {
    shape: { schema: { type: 'object' }, nested: type },
    swagger: lazy(type),
    decorators: [IsJsonObject(), ValidateNested()],
  });
}

/** An array of objects of another contract class. */
export function ObjectListField(
  ...described: Described<[type: () => ContractClass, options?: FieldOptions & ListLimits]>
): PropertyDecorator {
  const [description, type, options = {}] = descriptionFirst(described);
  const limits = listLimits(options);
  return field([description, options], {
    shape: { schema: { type: 'array' }, nested: type, list: limits },
    swagger: { ...lazy(type), isArray: true, ...limits },
    decorators: [
      IsListOf({ ...ruleLimits(options), items: 'objects', item: isObject }),
      ValidateNested({ each: true }),
    ],
  });
}

/** An array of texts. */
export function TextListField(
  ...described: Described<[options?: FieldOptions & ListLimits & { readonly each?: LengthLimits }]>
): PropertyDecorator {
  const [, options = {}] = descriptionFirst(described);
  const { each = {} } = options;
  const items = {
    type: 'string',
    ...(each.min === undefined ? {} : { minLength: each.min }),
    ...(each.max === undefined ? {} : { maxLength: each.max }),
  };
  const length = each.max === undefined ? '' : ` of ${each.min ?? 0} to ${each.max} characters`;
  return field(described, {
    shape: { schema: { type: 'array', items, ...listLimits(options) } },
    decorators: [
      IsListOf({
        ...ruleLimits(options),
        items: `strings${length}`,
        item: (value) => isTextWithin(value, each),
      }),
    ],
  });
}

/** An array whose elements are of a closed list of texts. */
export function EnumListField(
  ...described: Described<[values: readonly string[], options?: FieldOptions & ListLimits]>
): PropertyDecorator {
  const [description, values, options = {}] = descriptionFirst(described);
  return field([description, options], {
    shape: {
      schema: {
        type: 'array',
        items: { type: 'string', enum: [...values] },
        ...listLimits(options),
      },
    },
    decorators: [
      IsListOf({
        ...ruleLimits(options),
        items: `values among: ${values.join(', ')}`,
        item: (value) => typeof value === 'string' && values.includes(value),
      }),
    ],
  });
}

/** The caller's own attributes: text to text. A null value counts as an absent pair. */
export function MetadataField(
  ...described: Described<[options?: FieldOptions & { readonly limits?: Partial<MapLimits> }]>
): PropertyDecorator {
  const [description, options] = descriptionFirst(described);
  const limits = { ...METADATA_LIMITS, ...options?.limits };
  const values = { type: 'string', maxLength: limits.maxValueLength };
  const pairs = `up to ${limits.maxPairs} pairs, keys up to ${limits.maxKeyLength} characters`;
  const text = description ?? `Attributes of your own: ${pairs}.`;
  return field([text, { example: { order: '1001' }, ...options }], {
    shape: {
      schema: { type: 'object', additionalProperties: values, maxProperties: limits.maxPairs },
    },
    decorators: [IsMetadataMap(limits)],
    readers: [withoutNullPairs],
  });
}

/** An object whose members are not ours to describe. */
export function OpenObjectField(...described: Described): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'object', additionalProperties: true } },
    decorators: [IsJsonObject()],
  });
}

/**
 * Swagger distinguishes a lazy reference from a class by the function's name, which must be `type`.
 */
function lazy(nested: () => ContractClass): { type: () => ContractClass } {
  return { type: () => nested() };
}

function withoutNullPairs(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, text]) => text !== null));
}

function listLimits({ minItems, maxItems }: ListLimits): ListLimits {
  return {
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
  };
}

function ruleLimits({ minItems, maxItems }: ListLimits): { min?: number; max?: number } {
  return { min: minItems, max: maxItems };
}
