import { Injectable } from '@nestjs/common';
import { createHmac, sign } from 'node:crypto';
import type { SignatureKind } from '../../endpoints/webhook-endpoints/webhook-endpoint.table.js';
import { secretKey } from '../../endpoints/webhook-endpoints/endpoint-seal.js';
import { SigningKeys } from './signing-keys.js';

export interface SignedContent {
  readonly eventId: string;
  readonly body: Buffer;
  readonly at: Date;
  /** Secrets of the endpoint that are valid now. */
  readonly secrets: readonly string[];
  readonly kinds: readonly SignatureKind[];
}

/** The headers that identify and sign one request, as Standard Webhooks names them. */
@Injectable()
export class WebhookSigner {
  constructor(private readonly keys: SigningKeys) {}

  headers({ eventId, body, at, secrets, kinds }: SignedContent): Record<string, string> {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const signed = Buffer.concat([Buffer.from(`${eventId}.${timestamp}.`, 'utf8'), body]);
    const entries = [
      ...(kinds.includes('v1') ? secrets.map((secret) => `v1,${hmac(secret, signed)}`) : []),
      ...(kinds.includes('v1a') ? [`v1a,${this.ed25519(signed)}`] : []),
    ];
    return {
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      ...(entries.length > 0 ? { 'webhook-signature': entries.join(' ') } : {}),
      ...(kinds.includes('service_signature') ? { 'service-signature': this.ecdsa(body) } : {}),
    };
  }

  private ed25519(signed: Buffer): string {
    return sign(null, signed, this.keys.current.ed25519.privateKey).toString('base64');
  }

  /** DER, over the body alone. */
  private ecdsa(body: Buffer): string {
    return sign('sha256', body, this.keys.current.ecdsa.privateKey).toString('base64');
  }
}

function hmac(secret: string, signed: Buffer): string {
  return createHmac('sha256', secretKey(secret)).update(signed).digest('base64');
}
