import { IsDateTime, IsInstant, IsUtcDate } from '../validation/decorators.js';
import { check } from '../validation/check.js';
import { descriptionFirst, field, type Described, type FieldOptions } from './field.js';

export interface RangeOptions {
  /** The member that begins the range which this member ends. */
  readonly notBefore?: string;
}

type DescribedRange = Described<[options?: FieldOptions & RangeOptions]>;

/** `YYYY-MM-DD`, UTC. */
export function DateField(...described: DescribedRange): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'string', format: 'date' } },
    decorators: [IsUtcDate(), ...inOrder(described)],
  });
}

/** A date and time in a request: ISO 8601 with `Z` or an offset. */
export function DateTimeField(...described: DescribedRange): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'string', format: 'date-time' } },
    decorators: [IsDateTime(), ...inOrder(described)],
  });
}

/** A date and time that we send: ISO 8601 with milliseconds and `Z`. */
export function InstantField(...described: Described): PropertyDecorator {
  return field(described, {
    shape: { schema: { type: 'string', format: 'date-time' } },
    decorators: [IsInstant()],
  });
}

/** A start that is no date has its own complaint. */
function inOrder(described: DescribedRange): PropertyDecorator[] {
  const [, { notBefore } = {}] = descriptionFirst(described);
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
