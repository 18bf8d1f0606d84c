import { ValidateBy, type ValidationArguments } from 'class-validator';

export interface Check {
  /** Key in the validation error's `constraints`. */
  readonly name: string;
  /** Completes the sentence "<field> …". */
  readonly must: string;
  /** The same when there is no value: "is required" unless said. */
  readonly absent?: string;
  test(value: unknown, args: ValidationArguments): boolean;
}

/**
 * A property decorator from a predicate. Its message always starts with the property's name, and
 * says that the value is required when it is absent. So the caller can be told the field's path.
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
