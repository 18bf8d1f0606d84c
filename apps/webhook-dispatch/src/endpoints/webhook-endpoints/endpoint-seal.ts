import { Injectable } from '@nestjs/common';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { Encryption } from '@towpath/persistence';
import { ENDPOINT_SECRETS_KEY } from '../../persistence/key-purposes.js';
import type { SigningSecret } from './domain/signing-secrets.js';

export interface SealedParts {
  readonly secrets: readonly SigningSecret[];
  readonly headers: Readonly<Record<string, string>>;
}

interface EndpointAddress {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
}

interface Written {
  readonly secrets: readonly { readonly secret: string; readonly expiresAt: string | null }[];
  readonly headers: Readonly<Record<string, string>>;
}

const MOST_REMEMBERED = 10_000;

/** Encrypts the secrets of an endpoint. Decrypted secrets are cached until they change. */
@Injectable()
export class EndpointSeal {
  private readonly opened = new Map<
    string,
    { readonly sealed: Buffer; readonly parts: SealedParts }
  >();

  constructor(private readonly encryption: Encryption) {}

  seal(address: EndpointAddress, parts: SealedParts): Buffer {
    const plain = JSON.stringify({ secrets: parts.secrets, headers: parts.headers });
    return this.encryption.encrypt(ENDPOINT_SECRETS_KEY, plain, contextOf(address));
  }

  open(address: EndpointAddress, sealed: Buffer): SealedParts {
    const known = this.opened.get(address.endpointId);
    if (known?.sealed.equals(sealed)) return known.parts;
    const plain = this.encryption.decrypt(ENDPOINT_SECRETS_KEY, sealed, contextOf(address));
    const { secrets, headers } = JSON.parse(plain) as Written;
    const parts = {
      headers,
      secrets: secrets.map(({ secret, expiresAt }) => ({
        secret,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      })),
    };
    if (this.opened.size >= MOST_REMEMBERED) this.opened.clear();
    this.opened.set(address.endpointId, { sealed, parts });
    return parts;
  }
}

function contextOf({ customerAppId, endpointId }: EndpointAddress): string {
  return `webhook_endpoints.sealed ${customerAppId} ${endpointId}`;
}
