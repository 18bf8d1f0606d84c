import { isCurrency, parseId } from '@towpath/kernel';
import { check } from './check.js';
import {
  isAbsoluteUrl,
  isBlank,
  isDateTime,
  isInstant,
  isIntegerWithin,
  isObject,
  isReturnUri,
  isTextMap,
  isTextWithin,
  isUtcDate,
  METADATA_LIMITS,
  type IntegerLimits,
  type LengthLimits,
  type MapLimits,
} from './rules.js';

/** Text of `min` to `max` Unicode characters. */
export function IsText(limits: LengthLimits = {}): PropertyDecorator {
  return check({
    name: 'isText',
    must: `must be a string${lengthPhrase(limits)}`,
    test: (value) => isTextWithin(value, limits),
  });
}

/** Text with something to read: white space and invisible characters alone do not count. */
export function IsNotBlank(): PropertyDecorator {
  return check({ name: 'isNotBlank', must: 'must not be blank', test: (text) => !isBlank(text) });
}

/** One of the given texts. */
export function IsOneOf(values: readonly string[]): PropertyDecorator {
  return check({
    name: 'isOneOf',
    must: `must be one of: ${values.join(', ')}`,
    test: (value) => typeof value === 'string' && values.includes(value),
  });
}

/** A 26-character ULID. */
export function IsUlid(): PropertyDecorator {
  return check({
    name: 'isUlid',
    must: 'must be an identifier of 26 characters',
    test: (value) => parseId(value) !== undefined,
  });
}

/** An ISO 4217 code in capitals. */
export function IsCurrency(): PropertyDecorator {
  return check({
    name: 'isCurrency',
    must: 'must be a 3-letter ISO 4217 currency code',
    test: isCurrency,
  });
}

/** A whole number, exact as a double, within the limits. */
export function IsInteger(limits: IntegerLimits = {}): PropertyDecorator {
  return check({
    name: 'isInteger',
    must: `must be an integer${rangePhrase(limits)}`,
    test: (value) => isIntegerWithin(value, limits),
  });
}

/** An amount in minor units, at least `min` (default 1). */
export function IsMinorAmount({ min = 1 }: { readonly min?: number } = {}): PropertyDecorator {
  return check({
    name: 'isMinorAmount',
    must: `must be an integer in minor currency units, ${min} or more`,
    test: (value) => isIntegerWithin(value, { min }),
  });
}

/** `true` or `false`. */
export function IsFlag(): PropertyDecorator {
  return check({
    name: 'isFlag',
    must: 'must be true or false',
    test: (value) => typeof value === 'boolean',
  });
}

/** `YYYY-MM-DD` that exists. */
export function IsUtcDate(): PropertyDecorator {
  return check({
    name: 'isUtcDate',
    must: 'must be an existing date of the form YYYY-MM-DD',
    test: isUtcDate,
  });
}

/** ISO 8601 date and time with a zone. */
export function IsDateTime(): PropertyDecorator {
  return check({
    name: 'isDateTime',
    must: 'must be an ISO 8601 date and time with a time zone',
    test: isDateTime,
  });
}

/** ISO 8601 date and time with milliseconds and `Z`. */
export function IsInstant(): PropertyDecorator {
  return check({
    name: 'isInstant',
    must: 'must be an ISO 8601 date and time in UTC with milliseconds',
    test: isInstant,
  });
}

/** Text to text, by default 20 pairs, keys to 50 and values to 1000 characters. */
export function IsMetadataMap(limits: Partial<MapLimits> = {}): PropertyDecorator {
  const all = { ...METADATA_LIMITS, ...limits };
  return check({
    name: 'isMetadataMap',
    must:
      `must be an object of at most ${all.maxPairs} string values, ` +
      `keys up to ${all.maxKeyLength} and values up to ${all.maxValueLength} characters`,
    test: (value) => isTextMap(value, all),
  });
}

/** A JSON object; `ValidateNested` alone would let an array pass. */
export function IsJsonObject(): PropertyDecorator {
  return check({ name: 'isJsonObject', must: 'must be an object', test: isObject });
}

/** An array within the limits whose every element passes. */
export function IsListOf(rule: {
  readonly items: string;
  readonly min?: number;
  readonly max?: number;
  item(value: unknown): boolean;
}): PropertyDecorator {
  const { items, item, min = 0, max = Number.MAX_SAFE_INTEGER } = rule;
  const count = min > 0 || rule.max !== undefined ? ` of ${min} to ${rule.max ?? 'any'}` : ' of';
  return check({
    name: 'isListOf',
    must: `must be an array${count} ${items}`,
    test: (value) =>
      Array.isArray(value) && value.length >= min && value.length <= max && value.every(item),
  });
}

/** An absolute URL with a host. */
export function IsAbsoluteUrl(): PropertyDecorator {
  return check({
    name: 'isAbsoluteUrl',
    must: 'must be an absolute URL of at most 2048 characters',
    test: isAbsoluteUrl,
  });
}

/** An https URL, or http on the loopback interface. */
export function IsReturnUri(): PropertyDecorator {
  return check({
    name: 'isReturnUri',
    must: 'must be an absolute https URI of at most 2048 characters',
    test: isReturnUri,
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
