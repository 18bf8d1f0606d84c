import { ValidateBy, type ValidationArguments } from 'class-validator';

export interface Check {
  /** Key in the validation error's `constraints`. */
  readonly name: string;
  /** Completes the sentence "<field> …". */
  readonly must: string;
  test(value: unknown, args: ValidationArguments): boolean;
}

/**
 * A property decorator from a predicate. Its message always starts with the property's name, and
 * says "is required" when the value is absent, so that the caller can be told the field's path.
 */
export function check({ name, must, test }: Check): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value, args) => args !== undefined && test(value, args),
      defaultMessage: (args) =>
        args?.value === undefined || args.value === null
          ? '$property is required'
          : `$property ${must}`,
    },
  });
}
