import { IsDateTime, IsInstant, IsUtcDate } from '../validation/decorators.js';
import { check } from '../validation/check.js';
import { field, type FieldOptions } from './field.js';

export interface RangeOptions {
  /** The member that begins the range which this member ends. */
  readonly notBefore?: string;
}

/** `YYYY-MM-DD`, UTC. */
export function DateField(options: FieldOptions & RangeOptions): PropertyDecorator {
  return field(options, {
    shape: { schema: { type: 'string', format: 'date' } },
    decorators: [IsUtcDate(), ...inOrder(options)],
  });
}

/** A date and time in a request: ISO 8601 with `Z` or an offset. */
export function DateTimeField(options: FieldOptions & RangeOptions): PropertyDecorator {
  return field(options, {
    shape: { schema: { type: 'string', format: 'date-time' } },
    decorators: [IsDateTime(), ...inOrder(options)],
  });
}

/** A date and time that we send: ISO 8601 with milliseconds and `Z`. */
export function InstantField(options: FieldOptions): PropertyDecorator {
  return field(options, {
    shape: { schema: { type: 'string', format: 'date-time' } },
    decorators: [IsInstant()],
  });
}

/** A start that is no date has its own complaint. */
function inOrder({ notBefore }: RangeOptions): PropertyDecorator[] {
  if (notBefore === undefined) return [];
  return [
    check({
      name: 'isRangeEnd',
      must: `must not be before ${notBefore}`,
      test: (end, { object }) =>
        !(Date.parse(String(end)) < Date.parse(String(Reflect.get(object, notBefore)))),
    }),
  ];
}
