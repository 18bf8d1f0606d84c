import { IsEmail } from 'class-validator';
import {
  IsAbsoluteUrl,
  IsCurrency,
  IsFlag,
  IsInteger,
  IsMinorAmount,
  IsNotBlank,
  IsOneOf,
  IsReturnUri,
  IsText,
  IsUlid,
} from '../validation/decorators.js';
import type { IntegerLimits, LengthLimits } from '../validation/rules.js';
import { descriptionFirst, field, type Described, type FieldOptions } from './field.js';

const ULID = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$';
/** ISO codes of currencies (4217) and countries (3166 alpha-3), for documents. */
export const CODE_OF_THREE = '^[A-Z]{3}$';
/** Larger numbers lose digits in JSON: they are refused. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** Text; lengths count Unicode characters. `notBlank` refuses text of white space alone. */
export function TextField(
  ...described: Described<[options?: FieldOptions & LengthLimits & { readonly notBlank?: boolean }]>
): PropertyDecorator {
  const [, { min, max, notBlank } = {}] = descriptionFirst(described);
  const limits = {
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
  };
  return field(described, {
    shape: { schema: { type: 'string', ...limits } },
    ...(notBlank ? { api: { pattern: String.raw`\S` } } : {}),
    decorators: [IsText({ min, max }), ...(notBlank ? [IsNotBlank()] : [])],
  });
}

/** One of a closed list of texts. */
export function EnumField(
  ...described: Described<[values: readonly string[], options?: FieldOptions]>
): PropertyDecorator {
  const [description, values, options] = descriptionFirst(described);
  return field([description, options], {
    shape: { schema: { type: 'string', enum: [...values] } },
    decorators: [IsOneOf(values)],
  });
}

/** An identifier of ours: a ULID of 26 characters. */
export function IdField(...described: Described): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'string', minLength: 26, maxLength: 26 } },
    api: { pattern: ULID },
    decorators: [IsUlid()],
  });
}

/** An ISO 4217 code of 3 capitals. */
export function CurrencyField(...described: Described): PropertyDecorator {
  const [description = 'Currency as an ISO 4217 code.', options] = descriptionFirst(described);
  return field([description, { example: 'HKD', ...options }], {
    shape: { schema: { type: 'string', minLength: 3, maxLength: 3 } },
    api: { pattern: CODE_OF_THREE },
    decorators: [IsCurrency()],
  });
}

/** A whole number. */
export function IntegerField(
  ...described: Described<[options?: FieldOptions & IntegerLimits]>
): PropertyDecorator {
  const [, { min, max } = {}] = descriptionFirst(described);
  return field(described, {
    shape: { schema: { type: 'integer', ...bounds({ min, max }) } },
    api: { maximum: max ?? LARGEST },
    decorators: [IsInteger({ min, max })],
  });
}

/** An amount in minor units of its currency: 1234 is HKD 12.34, JPY 1234 or KWD 1.234. */
export function AmountField(
  ...described: Described<[options?: FieldOptions & { readonly min?: number }]>
): PropertyDecorator {
  const [, { min = 0 } = {}] = descriptionFirst(described);
  return field(described, {
    shape: { schema: { type: 'integer', format: 'int64', ...bounds({ min }) } },
    api: { maximum: LARGEST },
    decorators: [IsMinorAmount({ min })],
  });
}

export function BooleanField(...described: Described): PropertyDecorator {
  return field(described, { shape: { schema: { type: 'boolean' } }, decorators: [IsFlag()] });
}

/** An e-mail address of at most 256 characters. */
export function EmailField(...described: Described): PropertyDecorator {
  const message = '$property must be an e-mail address of at most 256 characters';
  return field(described, {
    shape: { schema: { type: 'string', format: 'email', maxLength: 256 } },
    decorators: [IsText({ max: 256 }), IsEmail({}, { message })],
  });
}

/** An absolute URL of any scheme with a host. */
export function UrlField(...described: Described): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'string', format: 'uri', maxLength: 2048 } },
    decorators: [IsAbsoluteUrl()],
  });
}

/** The URL to which a payer returns. */
export function ReturnUriField(...described: Described): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'string', format: 'uri', maxLength: 2048 } },
    decorators: [IsReturnUri()],
  });
}

function bounds({ min, max }: IntegerLimits): Record<string, number> {
  return {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}
