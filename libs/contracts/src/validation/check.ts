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
