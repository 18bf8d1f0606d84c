import { IsDateTime, IsInstant, IsUtcDate } from '../validation/decorators.js';
import { field, type FieldOptions } from './field.js';

/** `YYYY-MM-DD`, UTC. */
export function DateField(options: FieldOptions): PropertyDecorator {
  return field(options, {
    shape: { schema: { type: 'string', format: 'date' } },
    decorators: [IsUtcDate()],
  });
}

/** A date and time in a request: ISO 8601 with `Z` or an offset. */
export function DateTimeField(options: FieldOptions): PropertyDecorator {
  return field(options, {
    shape: { schema: { type: 'string', format: 'date-time' } },
    decorators: [IsDateTime()],
  });
}

/** A date and time that we send: ISO 8601 with milliseconds and `Z`. */
export function InstantField(options: FieldOptions): PropertyDecorator {
  return field(options, {
    shape: { schema: { type: 'string', format: 'date-time' } },
    decorators: [IsInstant()],
  });
}
