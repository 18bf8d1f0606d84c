import { IsEmail, IsNumber } from 'class-validator';
import { isCurrency, parseId } from '@towpath/kernel';
import { check } from '../validation/check.js';
import {
  isAbsoluteUrl,
  isBlank,
  isIntegerWithin,
  isReturnUri,
  isTextWithin,
  type IntegerLimits,
  type LengthLimits,
} from '../validation/rules.js';
import {
  descriptionFirst,
  defineField,
  given,
  type Described,
  type FieldOptions,
} from './field.js';

const ULID = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$';
/** ISO codes of currencies (4217) and countries (3166 alpha-3), for documents. */
export const CODE_OF_THREE = '^[A-Z]{3}$';
/** Larger numbers lose digits in JSON: they are refused. */
const LARGEST = Number.MAX_SAFE_INTEGER;

export const scalarFields = {
  /**
   * Text; lengths count Unicode characters. `notBlank` refuses text of white space alone, and `min`
   * then counts none around the text.
   */
  text(
    ...described: Described<
      [options?: FieldOptions & LengthLimits & { readonly notBlank?: boolean }]
    >
  ): PropertyDecorator {
    const [, { min, max, notBlank } = {}] = descriptionFirst(described);
    const limits = given({ minLength: min, maxLength: max });
    return defineField(described, {
      shape: { schema: { type: 'string', ...limits } },
      ...(notBlank ? { api: { pattern: String.raw`\S` } } : {}),
      decorators: [
        isText({ min, max }, notBlank),
        ...(notBlank
          ? [
              check({
                name: 'isNotBlank',
                must: 'must not be blank',
                test: (text) => !isBlank(text),
              }),
            ]
          : []),
      ],
    });
  },

  /** One of a closed list of texts. */
  enum(
    ...described: Described<[values: readonly string[], options?: FieldOptions]>
  ): PropertyDecorator {
    const [description, values, options] = descriptionFirst(described);
    return defineField([description, options], {
      shape: { schema: { type: 'string', enum: [...values] } },
      decorators: [
        check({
          name: 'isOneOf',
          must: `must be one of: ${values.join(', ')}`,
          test: (value) => typeof value === 'string' && values.includes(value),
        }),
      ],
    });
  },

  /** An identifier of ours: a ULID of 26 characters. */
  id(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'string', minLength: 26, maxLength: 26 } },
      api: { pattern: ULID },
      decorators: [
        check({
          name: 'isUlid',
          must: 'must be an identifier of 26 characters',
          test: (value) => parseId(value) !== undefined,
        }),
      ],
    });
  },

  /** An ISO 4217 code of 3 capitals. */
  currency(...described: Described): PropertyDecorator {
    const [description = 'Currency as an ISO 4217 code.', options] = descriptionFirst(described);
    return defineField([description, { example: 'HKD', ...options }], {
      shape: { schema: { type: 'string', minLength: 3, maxLength: 3 } },
      api: { pattern: CODE_OF_THREE },
      decorators: [
        check({
          name: 'isCurrency',
          must: 'must be a 3-letter ISO 4217 currency code',
          test: isCurrency,
        }),
      ],
    });
  },

  /** A whole number. */
  integer(...described: Described<[options?: FieldOptions & IntegerLimits]>): PropertyDecorator {
    const [, { min, max } = {}] = descriptionFirst(described);
    return defineField(described, {
      shape: { schema: { type: 'integer', ...given({ minimum: min, maximum: max }) } },
      api: { maximum: max ?? LARGEST },
      decorators: [
        check({
          name: 'isInteger',
          must: `must be an integer${rangePhrase({ min, max })}`,
          test: (value) => isIntegerWithin(value, { min, max }),
        }),
      ],
    });
  },

  /** An amount in minor units of its currency: 1234 is HKD 12.34, JPY 1234 or KWD 1.234. */
  amount(
    ...described: Described<[options?: FieldOptions & { readonly min?: number }]>
  ): PropertyDecorator {
    const [, { min = 0 } = {}] = descriptionFirst(described);
    return defineField(described, {
      shape: { schema: { type: 'integer', format: 'int64', minimum: min } },
      api: { maximum: LARGEST },
      decorators: [
        check({
          name: 'isMinorAmount',
          must: `must be an integer in minor currency units, ${min} or more`,
          test: (value) => isIntegerWithin(value, { min }),
        }),
      ],
    });
  },

  boolean(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'boolean' } },
      decorators: [
        check({
          name: 'isFlag',
          must: 'must be true or false',
          test: (value) => typeof value === 'boolean',
        }),
      ],
    });
  },

  /** An e-mail address of at most 256 characters. */
  email(...described: Described): PropertyDecorator {
    const message = '$property must be an e-mail address of at most 256 characters';
    return defineField(described, {
      shape: { schema: { type: 'string', format: 'email', maxLength: 256 } },
      decorators: [isText({ max: 256 }), IsEmail({}, { message })],
    });
  },

  /** An absolute URL of any scheme with a host. */
  url(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'string', format: 'uri', maxLength: 2048 } },
      decorators: [
        check({
          name: 'isAbsoluteUrl',
          must: 'must be an absolute URL of at most 2048 characters',
          test: isAbsoluteUrl,
        }),
      ],
    });
  },

  /** The URL to which a payer returns. */
  returnUri(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'string', format: 'uri', maxLength: 2048 } },
      decorators: [
        check({
          name: 'isReturnUri',
          must: 'must be an absolute https URI of at most 2048 characters',
          test: isReturnUri,
        }),
      ],
    });
  },

  /** A number with decimals: an amount in major units, as the institution provides it. */
  number(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'number' } },
      decorators: [IsNumber()],
    });
  },
};

function isText(limits: LengthLimits, notBlank = false): PropertyDecorator {
  const { min, max } = limits;
  const isLong = (value: string) =>
    isTextWithin(notBlank && !isBlank(value) ? value.trim() : value, { min });
  return check({
    name: 'isText',
    must: `must be a string${lengthPhrase(limits)}`,
    test: (value) => isTextWithin(value, { max }) && isLong(value),
  });
}

function lengthPhrase({ min = 0, max }: LengthLimits): string {
  if (max === undefined) return min === 0 ? '' : ` of at least ${min} characters`;
  return min === max ? ` of exactly ${max} characters` : ` of ${min} to ${max} characters`;
}

function rangePhrase({ min, max }: IntegerLimits): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return `, ${min} or more`;
  return max === undefined ? '' : `, ${max} or less`;
}
