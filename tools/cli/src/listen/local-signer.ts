import {
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { UsageError } from '../failure.js';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;
const MS_PER_S = 1_000;

export interface SignerOptions {
  /** Of the app. */
  readonly clientSecret: string;
  /** In place of the derived one. */
  readonly secret?: string | undefined;
}

/**
 * Signs as the service does. The service alone has its keys, so this machine has its own: they are
 * derived from the secret of the app, thus the same each time, and nothing leads back from them.
 */
export class LocalSigner {
  /** What a receiver verifies `webhook-signature` with. */
  readonly secret: string;
  /** What a receiver verifies `service-signature` with. */
  readonly publicKeyPem: string;
  private readonly key: Buffer;
  private readonly privateKey: KeyObject;

  constructor({ clientSecret, secret }: SignerOptions) {
    this.secret =
      secret ?? PREFIX + derived('webhook-signature', { clientSecret }).toString('base64');
    this.key = keyOf(this.secret);
    this.privateKey = privateKeyOf(derived('service-signature', { clientSecret }));
    this.publicKeyPem = createPublicKey(this.privateKey)
      .export({ type: 'spki', format: 'pem' })
      .toString();
  }

  headers(eventId: string, body: Buffer, at = new Date()): Record<string, string> {
    const timestamp = String(Math.floor(at.getTime() / MS_PER_S));
    const signed = Buffer.concat([Buffer.from(`${eventId}.${timestamp}.`), body]);
    const mac = createHmac('sha256', this.key).update(signed).digest('base64');
    return {
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac}`,
      'service-signature': sign('sha256', body, this.privateKey).toString('base64'),
    };
  }
}

function derived(purpose: string, { clientSecret }: SignerOptions): Buffer {
  return Buffer.from(hkdfSync('sha256', clientSecret, '', `towpath listen ${purpose}`, KEY_BYTES));
}

function keyOf(secret: string): Buffer {
  const text = secret.slice(PREFIX.length);
  if (secret.startsWith(PREFIX) && /^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return Buffer.from(text, 'base64');
  throw new UsageError('TOWPATH_WEBHOOK_SECRET must be whsec_ and base64, as an endpoint has it.');
}

/** On the curve P-256. */
function privateKeyOf(scalar: Buffer): KeyObject {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar);
  // 04, then both coordinates of the public point.
  const point = ecdh.getPublicKey().subarray(1);
  const [x, y, d] = [point.subarray(0, KEY_BYTES), point.subarray(KEY_BYTES), scalar].map((bytes) =>
    bytes.toString('base64url'),
  );
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}
