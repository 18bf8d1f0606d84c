import { createHash } from 'node:crypto';

/** The signed content of an event: the message as Kafka stores it. */
export interface SignedMessage {
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer | string | null;
}

/** Header that holds the signature of an event. */
export const SIGNATURE_HEADER = 'signature';

/** Without headers that tools may rewrite (`traceparent`), and headers for logs only. */
const SIGNED_HEADERS = [
  'ce_specversion',
  'ce_id',
  'ce_source',
  'ce_type',
  'ce_subject',
  'ce_time',
  'ce_dataschema',
  'content-type',
  'customerappid',
  'sequence',
] as const;

/**
 * The bytes that a signature covers: a JSON array of topic, key, attributes of the event in a
 * fixed order (null for a missing one), SHA-256 of the value in base64url. No set of
 * claims is an array, so that a signature of one can never pass for a signature of the other.
 */
export function signedContent({ topic, key, headers, value }: SignedMessage): Uint8Array {
  const attributes = SIGNED_HEADERS.map((name) => headers[name] ?? null);
  const digest = createHash('sha256')
    .update(value ?? '')
    .digest('base64url');
  return new TextEncoder().encode(JSON.stringify([topic, key, attributes, digest]));
}

/** Signs the events of a service as they go out. Bound by services that own signed aggregates. */
export abstract class EventSigner {
  /** The value of the signature's header. Rejects when there is nothing to sign with now. */
  abstract sign(message: SignedMessage): Promise<string>;
}

/** Verifies that a signed event comes from its publisher. */
export abstract class EventVerifier {
  /** Rejects if the keys cannot be read at present. */
  abstract isGenuine(message: SignedMessage): Promise<boolean>;
}
