import type { ApiPropertyOptions } from '@nestjs/swagger';
import { isCurrency } from '@towpath/kernel';
import { IsBoolean } from 'class-validator';
import { check } from '../validation/check.js';
import { isIntegerWithin, isTextWithin } from '../validation/rules.js';
import { defineField, descriptionFirst, type Described, type FieldOptions } from './field.js';
import { CODE_OF_THREE } from './scalar.fields.js';

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,15})$/;

export interface IntegerQueryOptions extends FieldOptions {
  readonly min: number;
  readonly max?: number;
  readonly default?: number;
}

export const queryFields = {
  /** A whole number in a query string; anything but plain digits is refused. */
  integerQuery(...described: Described<[options: IntegerQueryOptions]>): PropertyDecorator {
    const [, { min, max, default: fallback }] = descriptionFirst(described);
    const range = max === undefined ? `${min} or more` : `from ${min} to ${max}`;
    const schema = {
      type: 'integer',
      minimum: min,
      maximum: max ?? Number.MAX_SAFE_INTEGER,
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    return defineField(described, {
      shape: { schema },
      decorators: [
        check({
          name: 'isIntegerQuery',
          must: `must be an integer, ${range}`,
          test: (value) => isIntegerWithin(value, { min, max }),
        }),
      ],
      readers: [(value) => numberFromDigits(value ?? fallback)],
    });
  },

  /**
   * Values joined by commas, in one parameter or in several; the member becomes an array. Empty counts
   * as absent.
   */
  csv(...described: Described<[rule: CsvRule, options?: FieldOptions]>): PropertyDecorator {
    const [description, rule, options] = descriptionFirst(described);
    const schema = { type: 'array', items: rule.schema };
    const joined = { ...schema, style: 'form', explode: false } as ApiPropertyOptions;
    return defineField([description, options], {
      shape: { schema },
      swagger: joined,
      decorators: [
        check({
          name: 'isCsvOf',
          must: `must be a comma-separated list of ${rule.items}`,
          test: (value) => Array.isArray(value) && value.every((item) => rule.accepts(item)),
        }),
      ],
      readers: [splitAtCommas],
    });
  },

  /** `true` or `false` in a query string. */
  booleanQuery(
    ...described: Described<[options: FieldOptions & { readonly default: boolean }]>
  ): PropertyDecorator {
    const [, { default: fallback }] = descriptionFirst(described);
    const message = '$property must be true or false';
    return defineField(described, {
      shape: { schema: { type: 'boolean', default: fallback } },
      decorators: [IsBoolean({ message })],
      readers: [(value) => flagOf(value ?? String(fallback))],
    });
  },

  /** The start of a page of a list: a cursor from an earlier answer, unchanged. May be absent. */
  cursor(description?: string): PropertyDecorator {
    return returned([description, { optional: true }], {
      max: 200,
      pattern: '^[A-Za-z0-9_-]+$',
      must: 'must be the next_cursor of an earlier page',
    });
  },

  /** The state that a browser returns from the page of a bank. */
  state(description?: string): PropertyDecorator {
    return returned([description], {
      max: 500,
      pattern: STATE,
      must: 'is not one that is waited for',
    });
  },
};

export interface CsvRule {
  /** Completes "a comma-separated list of …". */
  readonly items: string;
  readonly schema: Readonly<Record<string, unknown>>;
  accepts(item: unknown): boolean;
}

/** A CSV rule for a closed list. */
export function oneOf(values: readonly string[]): CsvRule {
  return {
    items: values.join(', '),
    schema: { type: 'string', enum: [...values] },
    accepts: (item) => typeof item === 'string' && values.includes(item),
  };
}

/** A CSV rule for ISO 4217 codes. */
export const currencyCodes: CsvRule = {
  items: '3-letter ISO 4217 currency codes',
  schema: { type: 'string', minLength: 3, maxLength: 3, pattern: CODE_OF_THREE },
  accepts: isCurrency,
};

/** A CSV rule for texts of 1 to `max` characters. */
export function textsUpTo(max: number): CsvRule {
  return {
    items: `values of 1 to ${max} characters`,
    schema: { type: 'string', minLength: 1, maxLength: max },
    accepts: (item) => isTextWithin(item, { min: 1, max }),
  };
}

function numberFromDigits(value: unknown): unknown {
  return typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;
}

function splitAtCommas(value: unknown): unknown {
  if (value === '') return undefined;
  if (Array.isArray(value)) return value.flatMap((text) => splitAtCommas(text) ?? []);
  return typeof value === 'string' ? value.split(',') : value;
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
/** Two or three identifiers, and a proof of 16 bytes. */
const STATE = `^${ULID}(\\.${ULID}){1,2}\\.[A-Za-z0-9_-]{22}$`;

interface ReturnedText {
  readonly max: number;
  /** A regular expression from start to end. */
  readonly pattern: string;
  /** Completes "<field> …". */
  readonly must: string;
}

function returned(described: Described, { max, pattern, must }: ReturnedText): PropertyDecorator {
  const form = new RegExp(pattern);
  return defineField(described, {
    shape: { schema: { type: 'string', minLength: 1, maxLength: max, pattern } },
    decorators: [
      check({
        name: 'isReturnedText',
        must,
        test: (value) => isTextWithin(value, { min: 1, max }) && form.test(value),
      }),
    ],
  });
}

function flagOf(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
