import pg from 'pg';

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
// The typings list scalar types only.
const TEXT_ARRAY = 1009 as number as Parameters<typeof pg.types.getTypeParser>[0];

/**
 * Conversion of column values to JavaScript values, for our connections only. `int8` becomes a
 * number (throws for an unsafe integer, because money is never rounded), `timestamptz` a `Date`.
 * `date` stays text (`YYYY-MM-DD`, without time zone), and so does `numeric`.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(id, 'binary');
    if (id === builtins.INT8) return parseSafeInteger;
    if (id === builtins.DATE) return keepText;
    if (id === INT8_ARRAY) return parseIntegerArray;
    if (id === DATE_ARRAY) return pg.types.getTypeParser(TEXT_ARRAY, 'text');
    return pg.types.getTypeParser(id, 'text');
  },
} as pg.CustomTypesConfig;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`integer ${text} is too large to be represented exactly`);
}

function parseIntegerArray(text: string): (number | null)[] {
  const parse = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (raw: string) => (string | null)[];
  return parse(text).map((item) => (item === null ? null : parseSafeInteger(item)));
}

function keepText(text: string): string {
  return text;
}
