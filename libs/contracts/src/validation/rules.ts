/** Pure predicates behind the decorators. Each takes any value and never throws. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

export interface LengthLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Text whose length in Unicode code points is within the limits, as PostgreSQL counts it. */
export function isTextWithin(value: unknown, { min = 0, max }: LengthLimits): value is string {
  if (typeof value !== 'string') return false;
  if (max !== undefined && value.length > 2 * max) return false;
  const length = codePoints(value);
  return length >= min && (max === undefined || length <= max);
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    if ((text.codePointAt(i) ?? 0) > 0xffff) i += 1;
    count += 1;
  }
  return count;
}

/** White space, control and format characters alone: nobody can read it. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u.test(value);
}

/** `YYYY-MM-DD` that exists in the calendar, year 0001 to 9999. */
export function isUtcDate(value: unknown): value is string {
  const match = typeof value === 'string' ? DATE.exec(value) : null;
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn({ year, month });
}

function daysIn({ year, month }: { year: number; month: number }): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** ISO 8601 date and time with `Z` or an offset, the form accepted in requests. */
export function isDateTime(value: unknown): value is string {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  if (!match || !isUtcDate(match[1])) return false;
  const ms = Date.parse(match[0]);
  return ms >= EARLIEST_MS && ms <= LATEST_MS;
}

/** ISO 8601 with milliseconds and `Z`, the only form that we send. */
export function isInstant(value: unknown): value is string {
  const match = typeof value === 'string' ? INSTANT.exec(value) : null;
  return match !== null && isUtcDate(match[1]);
}

export interface IntegerLimits {
  readonly min?: number;
  readonly max?: number;
}

/** A JSON number without fraction that a double holds exactly, within the limits. */
export function isIntegerWithin(value: unknown, limits: IntegerLimits): value is number {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = limits;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}

/** A JSON object: no array, no null, no scalar. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface MapLimits {
  readonly maxPairs: number;
  readonly maxKeyLength: number;
  readonly maxValueLength: number;
}

export const METADATA_LIMITS: MapLimits = { maxPairs: 20, maxKeyLength: 50, maxValueLength: 1000 };

/** An object of text values within the limits. */
export function isTextMap(value: unknown, limits: MapLimits): value is Record<string, string> {
  if (!isObject(value)) return false;
  const pairs = Object.entries(value);
  return (
    pairs.length <= limits.maxPairs &&
    pairs.every(
      ([key, text]) =>
        isTextWithin(key, { max: limits.maxKeyLength }) &&
        isTextWithin(text, { max: limits.maxValueLength }),
    )
  );
}

/** An absolute URL in printable ASCII with a host, at most 2048 characters. */
export function isAbsoluteUrl(value: unknown): value is string {
  return parseUrl(value)?.host !== undefined;
}

/** A URL to which a payer may return: https, or http on the loopback interface. */
export function isReturnUri(value: unknown): value is string {
  const url = parseUrl(value);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname);
}

/** Whether the host of a URL (`URL.hostname`) is this machine by its very name. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || LOOPBACK_V4.test(hostname);
}

const MAX_URL_LENGTH = 2048;

function parseUrl(value: unknown): URL | undefined {
  if (!isTextWithin(value, { min: 1, max: MAX_URL_LENGTH })) return undefined;
  if (!PRINTABLE_ASCII.test(value) || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.host === '' ? undefined : url;
}
