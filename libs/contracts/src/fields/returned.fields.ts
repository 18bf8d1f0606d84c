import { check } from '../validation/check.js';
import { isTextWithin } from '../validation/rules.js';
import { field, type Described } from './field.js';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
/** Two or three identifiers, and a proof of 16 bytes. */
const STATE = `^${ULID}(\\.${ULID}){1,2}\\.[A-Za-z0-9_-]{22}$`;

/** The start of a page of a list: a cursor from an earlier answer, unchanged. May be absent. */
export function CursorField(description?: string): PropertyDecorator {
  return returned([description, { optional: true }], {
    max: 200,
    pattern: '^[A-Za-z0-9_-]+$',
    must: 'must be the next_cursor of an earlier page',
  });
}

/** The state that a browser returns from the page of a bank. */
export function StateField(description?: string): PropertyDecorator {
  return returned([description], {
    max: 500,
    pattern: STATE,
    must: 'is not one that is waited for',
  });
}

interface ReturnedText {
  readonly max: number;
  /** A regular expression from start to end. */
  readonly pattern: string;
  /** Completes "<field> …". */
  readonly must: string;
}

function returned(described: Described, { max, pattern, must }: ReturnedText): PropertyDecorator {
  const form = new RegExp(pattern);
  return field(described, {
    shape: { schema: { type: 'string', minLength: 1, maxLength: max, pattern } },
    decorators: [
      check({
        name: 'isReturnedText',
        must,
        test: (value) => isTextWithin(value, { min: 1, max }) && form.test(value),
      }),
    ],
  });
}
