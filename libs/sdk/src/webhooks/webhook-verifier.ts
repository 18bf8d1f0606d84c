import type { WebhookEvent } from '../generated/types.gen.js';
import { PublishedKeys } from './published-keys.js';

export interface WebhookVerifierOptions {
  /** Secret of the endpoint, or several while one is rotated: `whsec_` and base64. */
  readonly secret?: string | readonly string[];
  /** Where the API is: its public keys then verify what no secret does. */
  readonly baseUrl?: string;
  /** Your own ID: an event of another app is refused. */
  readonly customerAppId?: string;
  /** How much older or newer than now a signed time may be; 300 if absent. */
  readonly toleranceSeconds?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Headers as Node, Express, Fastify or `fetch` give them. */
export type ReceivedHeaders =
  Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookFault =
  'NOT_SIGNED' | 'WRONG_SIGNATURE' | 'TOO_OLD_OR_NEW' | 'OTHER_APP' | 'NO_EVENT';

const MEANINGS: Readonly<Record<WebhookFault, string>> = {
  NOT_SIGNED: 'The request has no signature that can be verified.',
  WRONG_SIGNATURE: 'No signature of the request is right.',
  TOO_OLD_OR_NEW: 'The request was signed too long ago, or by a clock that is ahead.',
  OTHER_APP: 'The event belongs to another customer app.',
  NO_EVENT: 'The body is no event.',
};

/** The request is not a webhook for you. Answer 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(readonly fault: WebhookFault) {
    super(MEANINGS[fault]);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Signed {
  readonly body: Bytes;
  readonly timed: Bytes;
  readonly seconds: number;
  readonly entries: readonly (readonly [kind: string, signature: string])[];
  readonly ofBody: string | undefined;
}

const PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const TOLERANCE_SECONDS = 300;
const MS_PER_S = 1_000;
const INTEGER = 0x02;
/** Half of a signature of the curve P-256. */
const HALF_BYTES = 32;

/**
 * Verifies webhooks with the secret of the endpoint, with the published keys, or with both. Every
 * comparison is that of WebCrypto, which takes the same time wherever two signatures differ.
 */
export class WebhookVerifier {
  private readonly secrets: readonly string[];
  private readonly published: PublishedKeys | undefined;

  constructor(private readonly options: WebhookVerifierOptions) {
    const { secret = [], baseUrl, fetch } = options;
    this.secrets = [secret].flat();
    this.published = baseUrl === undefined ? undefined : new PublishedKeys(baseUrl, fetch);
    if (this.secrets.length === 0 && !this.published)
      throw new TypeError('Name a secret, a baseUrl or both.');
  }

  /** The event of a request. `rawBody` is what arrived, before anything parsed it. */
  async verify(rawBody: string | Uint8Array, headers: ReceivedHeaders): Promise<WebhookEvent> {
    const body = typeof rawBody === 'string' ? utf8(rawBody) : Uint8Array.from(rawBody);
    const signed = signedBy(body, headers);
    if (signed.entries.length === 0 && signed.ofBody === undefined) throw fault('NOT_SIGNED');
    const timed = (await this.hasHmac(signed)) || (await this.hasEd25519(signed));
    if (timed) this.checkTime(signed);
    else if (this.secrets.length > 0 || !(await this.hasEcdsa(signed)))
      throw fault('WRONG_SIGNATURE');
    return this.eventOf(body);
  }

  private async hasHmac({ entries, timed }: Signed): Promise<boolean> {
    const { subtle } = globalThis.crypto;
    for (const secret of this.secrets) {
      const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
      if (!bytes) throw new TypeError('A secret is whsec_ and base64.');
      const key = await subtle.importKey('raw', bytes, HMAC, false, ['verify']);
      for (const signature of signaturesOf('v1', entries)) {
        if (await subtle.verify('HMAC', key, signature, timed)) return true;
      }
    }
    return false;
  }

  private async hasEd25519({ entries, timed }: Signed): Promise<boolean> {
    const { subtle } = globalThis.crypto;
    for (const signature of signaturesOf('v1a', entries)) {
      const isBy = (key: CryptoKey) => subtle.verify('Ed25519', key, signature, timed);
      if (await this.published?.some('Ed25519', isBy)) return true;
    }
    return false;
  }

  /** Over the body alone: nothing says when it was signed, so it never stands in for a secret. */
  private async hasEcdsa({ ofBody = '', body }: Signed): Promise<boolean> {
    const der = fromBase64(ofBody);
    const signature = der && sideBySide(der);
    if (!signature || !this.published) return false;
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const isBy = (key: CryptoKey) =>
      globalThis.crypto.subtle.verify(algorithm, key, signature, body);
    return this.published.some('ECDSA', isBy);
  }

  private checkTime({ seconds }: Signed): void {
    const { toleranceSeconds = TOLERANCE_SECONDS } = this.options;
    const apart = Math.abs(Date.now() / MS_PER_S - seconds);
    if (!(apart <= toleranceSeconds)) throw fault('TOO_OLD_OR_NEW');
  }

  private eventOf(body: Bytes): WebhookEvent {
    const { customerAppId } = this.options;
    const event = parsed(new TextDecoder().decode(body)) as
      Partial<WebhookEvent> | null | undefined;
    if (typeof event?.event_type !== 'string') throw fault('NO_EVENT');
    if (customerAppId !== undefined && event.customer_app_id !== customerAppId)
      throw fault('OTHER_APP');
    return event as WebhookEvent;
  }
}

function fault(what: WebhookFault): WebhookVerificationError {
  return new WebhookVerificationError(what);
}

function signedBy(body: Bytes, headers: ReceivedHeaders): Signed {
  const timestamp = header(headers, 'webhook-timestamp') ?? '';
  const prefix = utf8(`${header(headers, 'webhook-id') ?? ''}.${timestamp}.`);
  const timed = new Uint8Array(prefix.length + body.length);
  timed.set(prefix);
  timed.set(body, prefix.length);
  const entries = (header(headers, 'webhook-signature') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((entry) => {
      const [kind = '', signature = ''] = entry.split(',');
      return [kind, signature] as const;
    });
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : NaN;
  return { body, timed, seconds, entries, ofBody: header(headers, 'service-signature') };
}

function signaturesOf(wanted: string, entries: Signed['entries']): Bytes[] {
  return entries
    .filter(([kind]) => kind === wanted)
    .map(([, signature]) => fromBase64(signature))
    .filter((signature) => signature !== undefined);
}

function header(headers: ReceivedHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Undefined if the text is not base64. */
function fromBase64(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The two numbers of an ECDSA signature, side by side as WebCrypto wants them, out of their DER. */
function sideBySide(der: Bytes): Bytes | undefined {
  const numbers: Bytes[] = [];
  let at = 2;
  while (at + 2 <= der.length && der[at] === INTEGER) {
    const length = der[at + 1] ?? 0;
    numbers.push(der.slice(at + 2, at + 2 + length));
    at += 2 + length;
  }
  const halves = numbers.map((number) => number.slice(-HALF_BYTES));
  if (halves.length !== 2 || at !== der.length) return undefined;
  const joined = new Uint8Array(2 * HALF_BYTES);
  halves.forEach((half, index) => joined.set(half, (index + 1) * HALF_BYTES - half.length));
  return joined;
}
