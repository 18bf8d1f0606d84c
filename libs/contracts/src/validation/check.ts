import { ValidateBy, type ValidationArguments } from 'class-validator';

export interface Check {
  /** Key in the validation error's `constraints`. */
  readonly name: string;
  /** Completes the sentence "<field> …". */
  readonly must: string;
  /** The message for an absent value; default "is required". */
  readonly absent?: string;
  test(value: unknown, args: ValidationArguments): boolean;
}

/**
 * Makes a property decorator from a predicate. Its message starts with the name of the property, so
 * that an error can contain the path of the field. If the value is absent, the message says that it
 * is required.
 */
export function check({ name, must, test, absent = 'is required' }: Check): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value, args) => args !== undefined && test(value, args),
      defaultMessage: (args) =>
        `$property ${args?.value === undefined || args.value === null ? absent : must}`,
    },
  });
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
