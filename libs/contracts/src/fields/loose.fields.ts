import { IsBoolean, IsNumber } from 'class-validator';
import { isObject } from '../validation/rules.js';
import { IsListOf } from '../validation/decorators.js';
import { descriptionFirst, field, type Described, type FieldOptions } from './field.js';

/** A number with decimals: an amount in major units, as the institution provides it. */
export function NumberField(...described: Described): PropertyDecorator {
  return field(described, { shape: { schema: { type: 'number' } }, decorators: [IsNumber()] });
}

/** `true` or `false` in a query string. */
export function BooleanQueryField(
  ...described: Described<[options: FieldOptions & { readonly default: boolean }]>
): PropertyDecorator {
  const [, { default: fallback }] = descriptionFirst(described);
  const message = '$property must be true or false';
  return field(described, {
    shape: { schema: { type: 'boolean', default: fallback } },
    decorators: [IsBoolean({ message })],
    readers: [(value) => flagOf(value ?? String(fallback))],
  });
}

/** An array of objects whose members are not ours to describe. */
export function OpenObjectListField(...described: Described): PropertyDecorator {
  const items = { type: 'object', additionalProperties: true };
  return field(described, {
    shape: { schema: { type: 'array', items } },
    decorators: [IsListOf({ items: 'objects', item: isObject })],
  });
}

function flagOf(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
