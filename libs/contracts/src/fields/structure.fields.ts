import { ValidateNested } from 'class-validator';
import { check, IsListOf } from '../validation/check.js';
import {
  isObject,
  isTextMap,
  isTextWithin,
  METADATA_LIMITS,
  type LengthLimits,
  type MapLimits,
} from '../validation/rules.js';
import {
  descriptionFirst,
  defineField,
  given,
  type Described,
  type FieldOptions,
} from './field.js';
import type { ContractClass } from './field-registry.js';

export interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
}

export const structureFields = {
  /** An object of another contract class. */
  object(
    ...described: Described<[type: () => ContractClass, options?: FieldOptions]>
  ): PropertyDecorator {
    const [description, type, options] = descriptionFirst(described);
    return defineField([description, options], {
      shape: { schema: { type: 'object' }, nested: type },
      swagger: lazy(type),
      decorators: [isJsonObject(), ValidateNested()],
    });
  },

  /** An array of objects of another contract class. */
  objectList(
    ...described: Described<[type: () => ContractClass, options?: FieldOptions & ListLimits]>
  ): PropertyDecorator {
    const [description, type, options = {}] = descriptionFirst(described);
    const limits = listLimits(options);
    return defineField([description, options], {
      shape: { schema: { type: 'array' }, nested: type, list: limits },
      swagger: { ...lazy(type), isArray: true, ...limits },
      decorators: [
        IsListOf({ ...ruleLimits(options), items: 'objects', item: isObject }),
        ValidateNested({ each: true }),
      ],
    });
  },

  /** An array of texts. */
  textList(
    ...described: Described<
      [options?: FieldOptions & ListLimits & { readonly each?: LengthLimits }]
    >
  ): PropertyDecorator {
    const [, options = {}] = descriptionFirst(described);
    const { each = {} } = options;
    const items = { type: 'string', ...given({ minLength: each.min, maxLength: each.max }) };
    const length = each.max === undefined ? '' : ` of ${each.min ?? 0} to ${each.max} characters`;
    return defineField(described, {
      shape: { schema: { type: 'array', items, ...listLimits(options) } },
      decorators: [
        IsListOf({
          ...ruleLimits(options),
          items: `strings${length}`,
          item: (value) => isTextWithin(value, each),
        }),
      ],
    });
  },

  /** An array whose elements are of a closed list of texts. */
  enumList(
    ...described: Described<[values: readonly string[], options?: FieldOptions & ListLimits]>
  ): PropertyDecorator {
    const [description, values, options = {}] = descriptionFirst(described);
    return defineField([description, options], {
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
  },

  /** The caller's own attributes: text to text. A null value counts as an absent pair. */
  metadata(
    ...described: Described<[options?: FieldOptions & { readonly limits?: Partial<MapLimits> }]>
  ): PropertyDecorator {
    const [description, options] = descriptionFirst(described);
    const limits = { ...METADATA_LIMITS, ...options?.limits };
    const values = { type: 'string', maxLength: limits.maxValueLength };
    const pairs = `up to ${limits.maxPairs} pairs, keys up to ${limits.maxKeyLength} characters`;
    const text = description ?? `Attributes of your own: ${pairs}.`;
    return defineField([text, { example: { order: '1001' }, ...options }], {
      shape: {
        schema: { type: 'object', additionalProperties: values, maxProperties: limits.maxPairs },
      },
      decorators: [
        check({
          name: 'isMetadataMap',
          must:
            `must be an object of at most ${limits.maxPairs} string values, ` +
            `keys up to ${limits.maxKeyLength} and values up to ${limits.maxValueLength} characters`,
          test: (value) => isTextMap(value, limits),
        }),
      ],
      readers: [withoutNullPairs],
    });
  },

  /** An object whose members are not ours to describe. */
  openObject(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'object', additionalProperties: true } },
      decorators: [isJsonObject()],
    });
  },

  /** An array of objects whose members are not ours to describe. */
  openObjectList(...described: Described): PropertyDecorator {
    const items = { type: 'object', additionalProperties: true };
    return defineField(described, {
      shape: { schema: { type: 'array', items } },
      decorators: [IsListOf({ items: 'objects', item: isObject })],
    });
  },
};

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
  return given({ minItems, maxItems });
}

function ruleLimits({ minItems, maxItems }: ListLimits): { min?: number; max?: number } {
  return { min: minItems, max: maxItems };
}

/** `ValidateNested` alone would let an array pass. */
function isJsonObject(): PropertyDecorator {
  return check({ name: 'isJsonObject', must: 'must be an object', test: isObject });
}
