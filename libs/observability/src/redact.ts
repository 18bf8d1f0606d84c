const REDACTED = '[redacted]';

const sensitiveNames = new Set<string>();

/** Marks member names whose values never reach a log. Case, `_` and `-` do not matter. */
export function markSensitive(...names: readonly string[]): void {
  for (const name of names) sensitiveNames.add(plain(name));
}

markSensitive(
  ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'idempotency-key'],
  ...['password', 'secret', 'client_secret', 'private_key', 'api_key', 'otp', 'pin'],
  ...['token', 'access_token', 'refresh_token', 'id_token', 'link_token', 'authorization_code'],
  ...['credentials', 'ciphertext', 'envelopeEncryptionKey', 'initializationVector'],
  ...['messageAuthenticationCode', 'database_url', 'database_worker_url', 'database_owner_url'],
  ...['account_number', 'number_plaintext', 'accountholder_name', 'accountholder_name_plaintext'],
  ...['iban', 'card_number', 'pan', 'cvc', 'cvv', 'email', 'phone', 'phone_number'],
);

const FREE_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, REDACTED],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/(:\/\/[^\s/:@]+:)[^\s@/]+@/g, `$1${REDACTED}@`],
  [/((?:token|code|secret|password)=)[^&\s"']+/gi, `$1${REDACTED}`],
  // card and account numbers, written in one run or in groups of four
  [/\b\d{9,19}\b/g, REDACTED],
  [/\b\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,3})?\b/g, REDACTED],
];

/** Removes what looks like a secret from free text: tokens, passwords in URLs, long numbers. */
export function scrubText(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of FREE_TEXT) clean = clean.replace(pattern, replacement);
  return clean;
}

const MAX_DEPTH = 8;
const MAX_ITEMS = 100;

/** A copy that is safe to log: marked members hidden, text scrubbed, errors flattened. */
export function redact(value: unknown): unknown {
  return copy(value, { depth: 0, seen: new WeakSet() });
}

interface Walk {
  readonly depth: number;
  readonly seen: WeakSet<object>;
}

function copy(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (walk.depth >= MAX_DEPTH || walk.seen.has(value)) return '[omitted]';
  walk.seen.add(value);
  const inner = { depth: walk.depth + 1, seen: walk.seen };
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => copy(item, inner));
  if (value instanceof Map) return copy(Object.fromEntries(value), inner);
  if (value instanceof Set) return copy([...value], inner);
  if (value instanceof Error) return flattened(value, inner);
  return members(value, inner);
}

function members(value: object, walk: Walk): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value).slice(0, MAX_ITEMS)) {
    const hidden = sensitiveNames.has(plain(name)) && member !== undefined && member !== null;
    result[name] = hidden ? REDACTED : copy(member, walk);
  }
  return result;
}

function flattened(error: Error, walk: Walk): Record<string, unknown> {
  return {
    ...members(error, walk),
    type: error.name,
    message: scrubText(error.message),
    stack: scrubText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: copy(error.cause, walk) }),
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
