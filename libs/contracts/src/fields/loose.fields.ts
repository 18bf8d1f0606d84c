import { IsBoolean, IsNumber } from 'class-validator';
import { isObject } from '../validation/rules.js';
import { IsListOf } from '../validation/decorators.js';
import { field, type FieldOptions } from './field.js';

/** A number with decimals: an amount in major units, as the institution provides it. */
export function NumberField(options: FieldOptions): PropertyDecorator {
  return field(options, { shape: { schema: { type: 'number' } }, decorators: [IsNumber()] });
}

/** `true` or `false` in a query string. */
export function BooleanQueryField(
  options: FieldOptions & { readonly default: boolean },
): PropertyDecorator {
  const message = '$property must be true or false';
  return field(options, {
    shape: { schema: { type: 'boolean', default: options.default } },
    decorators: [IsBoolean({ message })],
    readers: [(value) => flagOf(value ?? String(options.default))],
  });
}

/** An array of objects whose members are not ours to describe. */
export function OpenObjectListField(options: FieldOptions): PropertyDecorator {
  const items = { type: 'object', additionalProperties: true };
  return field(options, {
    shape: { schema: { type: 'array', items } },
    decorators: [IsListOf({ items: 'objects', item: isObject })],
  });
}

function flagOf(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
