import { descriptionFirst, MetadataField, type Described } from '../../fields/index.js';
import { check } from '../../validation/check.js';
import { isObject } from '../../validation/rules.js';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** Lower case. They describe the message or sign it, so a custom value would break or forge it. */
const RESERVED_NAMES = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'service-signature',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const RESERVED_PREFIXES = ['content-', 'webhook-'];

/** Whether a customer may set the header on its webhooks. */
export function isCustomHeader([name, value]: readonly [string, unknown]): boolean {
  const lower = name.toLowerCase();
  return (
    HEADER_NAME.test(name) &&
    !RESERVED_NAMES.has(lower) &&
    !RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)) &&
    typeof value === 'string' &&
    HEADER_VALUE.test(value)
  );
}

/** Headers added to every request to an endpoint. */
export function WebhookHeadersField(...described: Described): PropertyDecorator {
  const [
    description = 'Headers to add to each request, except host, content and signature headers. Answers show each value as `********`, except the answer to the request that sets it. A value `********` keeps the stored one.',
    options,
  ] = descriptionFirst(described);
  const isCustomHeaders = check({
    name: 'isCustomHeaders',
    must: 'must not set Host, Connection, Content-* or signature headers, nor hold control characters',
    test: (value) => isObject(value) && Object.entries(value).every(isCustomHeader),
  });
  const example = { 'X-Source': 'payments' };
  return MetadataField(description, { example, checks: [isCustomHeaders], ...options });
}
