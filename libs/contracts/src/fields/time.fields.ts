import { check } from '../validation/check.js';
import { isDateTime, isInstant, isUtcDate } from '../validation/rules.js';
import { descriptionFirst, defineField, type Described, type FieldOptions } from './field.js';

export interface RangeOptions {
  /** The member that begins the range which this member ends. */
  readonly notBefore?: string;
}

type DescribedRange = Described<[options?: FieldOptions & RangeOptions]>;

export const timeFields = {
  /** `YYYY-MM-DD`, UTC. */
  date(...described: DescribedRange): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'string', format: 'date' } },
      decorators: [
        check({
          name: 'isUtcDate',
          must: 'must be an existing date of the form YYYY-MM-DD',
          test: isUtcDate,
        }),
        ...inOrder(described),
      ],
    });
  },

  /** A date and time in a request: ISO 8601 with `Z` or an offset. */
  dateTime(...described: DescribedRange): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'string', format: 'date-time' } },
      decorators: [
        check({
          name: 'isDateTime',
          must: 'must be an ISO 8601 date and time with a time zone',
          test: isDateTime,
        }),
        ...inOrder(described),
      ],
    });
  },

  /** A date and time that we send: ISO 8601 with milliseconds and `Z`. */
  instant(...described: Described): PropertyDecorator {
    return defineField(described, {
      shape: { schema: { type: 'string', format: 'date-time' } },
      decorators: [
        check({
          name: 'isInstant',
          must: 'must be an ISO 8601 date and time in UTC with milliseconds',
          test: isInstant,
        }),
      ],
    });
  },
};

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
