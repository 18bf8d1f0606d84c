import { Injectable } from '@nestjs/common';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { Encryption } from '@towpath/persistence';
import { ENDPOINT_SECRETS_KEY } from '../../persistence/key-purposes.js';
import type { SealedParts } from './webhook-endpoint.js';
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_BYTES = 24;
const PREFIX = 'whsec_';

/** A signing secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const MAX_KEYS = 10_000;
const keys = new Map<string, KeyObject>();

/** The bytes of a secret that `newSecret` has made, as a key: made once, it signs much faster. */
export function secretKey(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) {
    key = createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(secret, key);
  }
  return key;
}

interface EndpointKey {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
}

interface Written {
  readonly secrets: readonly { readonly secret: string; readonly expiresAt: string | null }[];
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_CACHED = 10_000;

/** Encrypts the secrets of an endpoint. Decrypted secrets are cached until they change. */
@Injectable()
export class EndpointSeal {
  private readonly opened = new Map<
    string,
    { readonly sealed: Buffer; readonly parts: SealedParts }
  >();

  constructor(private readonly encryption: Encryption) {}

  seal(key: EndpointKey, { secrets, headers }: SealedParts): Buffer {
    const plain = JSON.stringify({ secrets, headers });
    return this.encryption.encrypt(ENDPOINT_SECRETS_KEY, plain, contextOf(key));
  }

  open(key: EndpointKey, sealed: Buffer): SealedParts {
    const known = this.opened.get(key.endpointId);
    if (known?.sealed.equals(sealed)) return known.parts;
    const plain = this.encryption.decrypt(ENDPOINT_SECRETS_KEY, sealed, contextOf(key));
    const { secrets, headers } = JSON.parse(plain) as Written;
    const parts = {
      headers,
      secrets: secrets.map(({ secret, expiresAt }) => ({
        secret,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      })),
    };
    if (this.opened.size >= MAX_CACHED) this.opened.clear();
    this.opened.set(key.endpointId, { sealed, parts });
    return parts;
  }
}

function contextOf({ customerAppId, endpointId }: EndpointKey): string {
  return `webhook_endpoints.sealed ${customerAppId} ${endpointId}`;
}
